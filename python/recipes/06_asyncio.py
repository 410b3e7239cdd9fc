"""Three games searched at once in one asyncio program, which goes on meanwhile."""

import asyncio

import plyglot


async def best(name: str) -> str:
    position = plyglot.Position(name)
    async with plyglot.AsyncEngine(name, threads=1) as engine:
        async with engine.analysis(position, plyglot.Limit(time=0.5)) as search:
            async for info in search:
                if info.depth >= 12:
                    break
        result = await search.wait()
    return f"{name}: {result}"


async def clock() -> None:
    while True:
        print("the program goes on")
        await asyncio.sleep(0.2)


async def main() -> None:
    ticking = asyncio.create_task(clock())
    for line in await asyncio.gather(best("othello"), best("breakthrough"), best("hex:7")):
        print(line)
    ticking.cancel()


asyncio.run(main())
