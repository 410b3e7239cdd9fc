#!/usr/bin/env python3
"""Records the pictures of the board beside this file, by a Chromium without a window.

    python3 docs/pictures/board.py PLYGLOT [NAME...]

PLYGLOT is the program, which opens a board for each. Needs Python 3 and Chromium on a Unix, and nothing else.
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# Of each picture: the link that is opened or what else the board is asked, and what is pressed then, with the seconds
# that follow.
PICTURES = {
    "book": (["--book", "{book}"], [("a", 1), ("t", 2), ("ArrowLeft", 2)]),
    "othello": ("#game=othello&moves=f5+d6+c3+d3+c4+f4+f6+f3+e6+e7+d7+c6+f7+e8", [("r", 25), ("ArrowLeft", 1), ("ArrowLeft", 8)]),
    "kalah": ("#game=kalah&moves=3+1+6+2+5", [("Shift", 8)]),
    "draughts": ("#game=draughts&moves=11-15+22-18+15x22+25x18+8-11+29-25+4-8+25-22", [("Shift", 8)]),
}
LINES = 3
BOOK = ["tree", "grow", "connect4", "{book}", "--positions", "20000", "--effort", "3000"]


class Browser:
    """Speaks DevTools over two pipes, which the browser has as 3 and 4."""

    def __init__(self, profile):
        (there, self.to), (self.of, back) = os.pipe(), os.pipe()
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={profile}"]
        shell = ["sh", "-c", f'exec "$@" 3<&{there} 4>&{back} 2>/dev/null', "sh", *command]
        self.child = subprocess.Popen(shell, pass_fds=(there, back))
        self.asked, self.rest = 0, b""

    def ask(self, method, session=None, **params):
        self.asked += 1
        request = {"id": self.asked, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self.to, json.dumps(request).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                self.rest += os.read(self.of, 1 << 16)
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.asked:
                return answer["result"]


def picture(browser, program, asked, keys, path):
    board = subprocess.Popen([program, "board", "--no-open", *asked], stdout=subprocess.PIPE, text=True)
    address = board.stdout.readline().split()[-1]
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    size = {"width": 1120, "height": 840, "deviceScaleFactor": 1, "mobile": False}
    browser.ask("Emulation.setDeviceMetricsOverride", session, **size)
    browser.ask("Page.navigate", session, url=address)
    time.sleep(3)
    lines = f"const e = document.getElementById('count'); if (e) {{ e.value = {LINES}; e.dispatchEvent(new Event('input', {{bubbles: true}})); }}"
    browser.ask("Runtime.evaluate", session, expression=lines)
    for key, seconds in keys:
        text = {"text": key} if len(key) == 1 else {}
        browser.ask("Input.dispatchKeyEvent", session, type="keyDown", key=key, **text)
        browser.ask("Input.dispatchKeyEvent", session, type="keyUp", key=key)
        time.sleep(seconds)
    shot = browser.ask("Page.captureScreenshot", session, format="png")["data"]
    path.write_bytes(base64.b64decode(shot))
    browser.ask("Target.closeTarget", targetId=target)
    board.terminate()
    board.wait()


def main():
    folder = pathlib.Path(__file__).parent
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        book = f"{profile}/connect4.tree"
        wanted = sys.argv[2:] or PICTURES
        if "book" in wanted:
            subprocess.run([sys.argv[1], *(word.format(book=book) for word in BOOK)], check=True)
        for name in wanted:
            asked, keys = PICTURES[name]
            asked = [asked] if isinstance(asked, str) else [word.format(book=book) for word in asked]
            picture(browser, sys.argv[1], asked, keys, folder / f"board-{name}.png")
        browser.ask("Browser.close")
        browser.child.wait()


main()
