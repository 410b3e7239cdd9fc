"""The Python on the pages runs: the blocks of a page one after the other, as a reader would type them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import plyglot

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python.md"


@pytest.mark.parametrize("page", [PAGE, ROOT / "python" / "README.md"], ids=lambda path: path.name)
def test_the_code_on_a_page_runs(page: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks:
        exec(compile(block, page.name, "exec", dont_inherit=True), names)


def test_the_page_names_what_there_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    exceptions = [
        name
        for name in plyglot.__all__
        if isinstance(getattr(plyglot, name), type) and issubclass(getattr(plyglot, name), plyglot.Error)
    ]
    functions = ["games", "facts", "read", "check", "solve_many", "analyse_many", "review"]
    members = [name for name in dir(plyglot.Position) if not name.startswith("_") and name != "game"]
    members += [name for name in plyglot.Game.__abstractmethods__]
    for name in [*exceptions, *functions, *members]:
        assert re.search(rf"\b{name}\b", text), f"{name} is not on the page"


def test_the_version_is_that_of_the_program() -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^\[workspace\.package\]\nversion = "(.*)"', manifest, re.M)
    assert version and plyglot.__version__ == version[1]
    own = (ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8")
    assert f'\nversion = "{plyglot.__version__}"' in own
