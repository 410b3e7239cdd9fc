"""Measures `plyglot serve`: throughput beside one-thread processes, the time of a cancel, memory over many searches.

python3 measure.py PROGRAM [throughput|cancel|memory]; needs Python 3 and nothing else.
"""

import json
import os
import random
import subprocess
import sys
import threading
import time

PROGRAM, WHAT = sys.argv[1], sys.argv[2:] or ["throughput", "cancel", "memory"]
CORES = os.cpu_count()

OPENINGS = {
    "othello": ["f5", "f5d6", "f5d6c3", "f5d6c3d3", "f5f6e6f4", "f5d6c3d3c4f4", "f5d6c3d3c4f4f6f3e6e7"],
    "connect4": ["", "4", "44", "444", "4444", "4453", "44533", "445332", "12", "3456"],
    "kalah": ["", "3", "3 6", "1", "2", "4", "5", "6"],
}
DEPTHS = {"othello": [9, 10, 11], "connect4": [12, 14, 16], "kalah": [10, 12, 13]}


def start(*arguments):
    pipe = subprocess.PIPE
    return subprocess.Popen([PROGRAM, "serve", *arguments], stdin=pipe, stdout=pipe)


def mixed(count):
    """Searches of three games, two thirds to a number of nodes, one third to a depth."""
    chance = random.Random(7)
    for number in range(count):
        game = list(OPENINGS)[number % 3]
        if chance.random() < 2 / 3:
            limits = {"nodes": chance.choice([20_000, 60_000, 150_000, 300_000])}
        else:
            limits = {"depth": chance.choice(DEPTHS[game])}
        moves = chance.choice(OPENINGS[game])
        yield {"id": number, "command": "search", "game": game, "moves": moves, "limits": limits}


def seconds(parts, *arguments):
    """How long it takes until as many services as parts have answered theirs."""
    begun = time.monotonic()
    services = [start(*arguments) for _ in parts]
    texts = ["".join(json.dumps(query) + "\n" for query in part).encode() for part in parts]
    answers = [b""] * len(parts)

    def talk(index):
        answers[index] = services[index].communicate(texts[index])[0]

    threads = [threading.Thread(target=talk, args=(index,)) for index in range(len(parts))]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    took = time.monotonic() - begun
    lines = [json.loads(line) for part in answers for line in part.splitlines()]
    assert len(lines) == sum(map(len, parts)) and all(line["type"] == "result" for line in lines)
    return took


def throughput():
    queries = list(mixed(1000))
    for _ in range(5):
        one = seconds([queries], "--threads", str(CORES))
        many = seconds([queries[core::CORES] for core in range(CORES)], "--threads", "1", "--hash", "32M")
        print(f"one service {one:.2f} s, {CORES} of one thread {many:.2f} s: {many / one:.3f} times as many a second")


def cancel():
    service = start("--threads", str(CORES))

    def say(request):
        service.stdin.write((json.dumps(request) + "\n").encode())
        service.stdin.flush()

    times = []
    for number in range(300):
        game = ["othello", "connect4", "kalah", "hex:9", "draughts"][number % 5]
        say({"id": number, "command": "search", "game": game})
        time.sleep(0.08)
        begun = time.monotonic()
        say({"id": number, "command": "cancel"})
        kinds = set()
        while kinds != {"cancel", "result"}:
            kind = json.loads(service.stdout.readline())["type"]
            if kind == "result":
                times.append((time.monotonic() - begun) * 1e3)
            kinds.add(kind)
    times.sort()
    share = [f"{name} {times[place]:.2f}" for name, place in [("median", 150), ("95 %", 285), ("99 %", 297), ("most", -1)]]
    print("from a cancel to its result, ms:", ", ".join(share))
    service.stdin.close()
    assert service.wait() == 0


def memory(count=1_000_000):
    games = [("othello", "f5d6"), ("connect4", "44"), ("tictactoe", "b2"), ("kalah", "3"), ("hex:5", ""),
             ("draughts", ""), ("breakthrough", ""), ("dots-and-boxes:2x2", "")]
    service = start("--threads", str(CORES))

    def feed():
        for number in range(count):
            game, moves = games[number % len(games)]
            limits = {"nodes": 1 + number % 40}
            query = {"id": number, "command": "search", "game": game, "moves": moves, "limits": limits}
            service.stdin.write((json.dumps(query) + "\n").encode())
        service.stdin.close()

    threading.Thread(target=feed).start()
    begun = time.monotonic()
    for number in range(1, count + 1):
        assert b'"result"' in service.stdout.readline()
        if number % (count // 10) == 0 and number < count:
            status = open(f"/proc/{service.pid}/status").read()
            resident = next(line for line in status.splitlines() if line.startswith("VmRSS"))
            print(f"{number:,} searches in {time.monotonic() - begun:.0f} s, {resident.split()[1]} KiB", flush=True)
    assert service.wait() == 0


for what in WHAT:
    {"throughput": throughput, "cancel": cancel, "memory": memory}[what]()
