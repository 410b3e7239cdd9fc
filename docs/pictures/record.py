#!/usr/bin/env python3
"""Records a run of a command in a terminal as an animated SVG, in real time.

    python3 docs/pictures/record.py OUT.svg [--narrow] [--from-depth N] -- COMMAND ...

The command runs in a pseudo-terminal; each line appears when it was printed. The last frame stays, and is
all that a reader sees who asks for less motion. Colours are the picture's, not the program's. Of the table, rows of depths below N are left out ("...");
--narrow leaves out the columns of nodes and table and wraps lines, for a picture that is read on a phone.
Needs Python 3 on Linux or macOS and nothing else.
"""

import argparse
import fcntl
import html
import os
import pty
import re
import shlex
import struct
import termios
import textwrap
import time

# Colours of the terminal, and of what is emphasised in it.
PAPER, INK, FAINT, GREEN, YELLOW = "#16181d", "#d5d9e0", "#9aa3b2", "#7ee0a1", "#f2cf7c"
FONT, CHAR, LINE, PAD = 14, 8.43, 19, 16


def record(command, columns):
    """The lines that the command prints, each with its time in seconds."""
    start, rest, lines = time.monotonic(), "", []
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", NO_COLOR="1")
        time.sleep(0.1)
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 200, columns, 0, 0))
    while True:
        try:
            read = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not read:
            break
        rest += read.decode()
        *whole, rest = rest.split("\r\n")
        # A progress line is written over: what counts is what follows the last erasure.
        lines += [(time.monotonic() - start - 0.1, re.split(r"\r|\x1b\[2K", line)[-1]) for line in whole]
    if os.waitpid(child, 0)[1] != 0:
        raise SystemExit("the command failed: " + " / ".join(line for _, line in lines))
    return lines


def shortened(lines, from_depth, narrow, columns):
    """Leaves out rows of small depths, and columns and width that a narrow picture has no room for."""
    head = next((line for _, line in lines if line.startswith("depth ")), "")
    keep, dots, table = [], False, False
    for at, line in lines:
        table = (table or line.startswith("depth ")) and line != ""
        row = re.match(r" *(\d+) ", line) if table else None
        if row and int(row[1]) < from_depth:
            if not dots:
                keep.append((at, "  ..."))
            dots = True
            continue
        if narrow and table and not line.startswith("  ..."):
            line = narrow_row(line, head)
        elif narrow and len(line) > columns:
            hang = 11 if re.match(r"\w+ {3,}|best move", line) else 0
            keep += [(at, part) for part in textwrap.wrap(line, columns, subsequent_indent=" " * hang)]
            continue
        keep.append((at, line))
    return keep


def narrow_row(line, head):
    """Depth, score, time and line of a row; the header has the places of the last two."""
    row = re.match(r" *(\d+) +((?:[<>]= )?\S+) (\w+)", line)
    depth, score, kind = row.groups() if row else ("depth", "score", "")
    end = head.index("time") + 4
    return f"{depth:>5} {score:>8} {kind:<8} {line[end - 8:end]}  {line[head.index('line'):]}".rstrip()


def marked(line):
    """A line as text of an SVG, with what matters emphasised."""
    text = html.escape(line)
    text = re.sub(r"\b(exact|proven)\b", r'<tspan class="g">\1</tspan>', text)
    text = re.sub(r"^(best move|value|line|effort|ended)", r'<tspan class="y">\1</tspan>', text)
    return re.sub(r"\b(estimate)\b", r'<tspan class="f">\1</tspan>', text)


def drawn(command, lines, columns):
    """The picture."""
    rows = textwrap.wrap("$ " + shlex.join(command), columns, subsequent_indent="    ")
    rows = [(-1.0, row) for row in rows] + lines
    columns = max(columns, max(len(row) for _, row in rows))
    width, height = round(columns * CHAR + 2 * PAD), len(rows) * LINE + 2 * PAD
    texts = []
    for number, (at, row) in enumerate(rows):
        if row.strip():
            delay = f' style="animation-delay:{at + 0.5:.2f}s"' if at >= 0 else ' class="p"'
            y = PAD + LINE * number + FONT
            texts.append(f'<text x="{PAD}" y="{y}"{delay}>{marked(row)}</text>')
    style = f"""
text {{ font: {FONT}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: {INK};
  white-space: pre; animation: appear 1ms both }}
.p {{ fill: {GREEN}; animation: none }} .g {{ fill: {GREEN} }} .y {{ fill: {YELLOW} }} .f {{ fill: {FAINT} }}
@keyframes appear {{ from {{ opacity: 0 }} to {{ opacity: 1 }} }}
@media (prefers-reduced-motion: reduce) {{ text {{ animation: none }} }}
"""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" xml:space="preserve">\n<title>{html.escape(shlex.join(command))}</title>\n'
        f"<style>{style}</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>\n' + "\n".join(texts) + "\n</svg>\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--narrow", action="store_true")
    parser.add_argument("--from-depth", type=int, default=0)
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    terminal, picture = (76, 48) if asked.narrow else (90, 90)
    lines = record(asked.command, terminal)
    lines = shortened(lines, asked.from_depth, asked.narrow, picture)
    with open(asked.out, "w", encoding="utf-8") as out:
        out.write(drawn(asked.command, lines, picture))


if __name__ == "__main__":
    main()
