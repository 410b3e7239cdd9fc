"""The usual client of the Model Context Protocol (PyPI: mcp) calls the tools of `plyglot serve --mcp`. The argument is
the program."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SERVER = StdioServerParameters(command=sys.argv[1], args=["serve", "--mcp", "--threads", "2", "--hash", "8M"])


def field(object, *names):
    """Names of fields differ between versions of the package."""
    return next(getattr(object, name) for name in names if hasattr(object, name))


async def call(session, name, **arguments):
    result = await session.call_tool(name, arguments)
    assert not field(result, "is_error", "isError"), result
    return result.content[0].text, field(result, "structured_content", "structuredContent")


async def main():
    async with stdio_client(SERVER) as (read, write), ClientSession(read, write) as session:
        opened = await session.initialize()
        assert field(opened, "server_info", "serverInfo").name == "plyglot", opened
        tools = (await session.list_tools()).tools
        assert [tool.name for tool in tools] == ["list_games", "show_position", "analyse", "solve", "review_game"], tools

        text, games = await call(session, "list_games")
        assert "othello" in text and len(games["games"]) > 5, text
        text, position = await call(session, "show_position", game="connect4", moves="4455")
        assert position["to_move"] and len(position["moves"]) == 7, text
        solved, analysed = await asyncio.gather(
            call(session, "solve", game="tictactoe"),
            call(session, "analyse", game="othello", moves="f5d6", time_ms=300, lines=3),
        )
        assert solved[1]["score"]["proven"] and solved[1]["score"]["value"] == 0, solved
        assert len(analysed[1]["lines"]) == 3, analysed
        text, review = await call(session, "review_game", game="tictactoe", moves="a1 b2 c3 a3", time_ms=100)
        assert len(review["moves"]) == 4, text

        wrong = await session.call_tool("analyse", {"game": "tictactoe", "moves": "z9"})
        assert field(wrong, "is_error", "isError") and "z9" in wrong.content[0].text, wrong
        print("all tools were called")


asyncio.run(main())
