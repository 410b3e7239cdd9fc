"""The command `plyglot`, also as `python -m plyglot`: the program, which the package has within it."""

import os
import signal
import sys
from typing import NoReturn

from plyglot import _native


def main() -> NoReturn:
    """Run the program on the arguments of this process, and end the process with its exit code."""
    # Ctrl-C is the program's; where it is ignored (nohup) it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _native.command([_own(), *sys.argv[1:]])


def _own() -> str:
    """The path of what starts the program again, where several processes share the work."""
    if os.path.basename(sys.argv[0]) != "__main__.py":
        return sys.argv[0]
    import sysconfig

    command = "plyglot.exe" if os.name == "nt" else "plyglot"
    return os.path.join(sysconfig.get_path("scripts"), command)


if __name__ == "__main__":
    main()
