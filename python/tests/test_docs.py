"""The Python on the pages runs: the blocks of a page one after the other, as a reader would type them. And what
the package is made of has fitting licences."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
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
    functions = ["games", "facts", "read", "check", "solve_many", "analyse_many", "review", "train"]
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


# BSL-1.0, of what only Windows links, asks for nothing of a program that is passed on without its source (deny.toml).
ALLOWED = {"MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-3-Clause", "BSL-1.0", "Unicode-3.0", "Zlib"}


@pytest.mark.skipif(shutil.which("cargo") is None, reason="no cargo here")
def test_what_is_linked_has_a_fitting_licence() -> None:
    asked = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--manifest-path"]
    ran = subprocess.run(
        [*asked, ROOT / "python" / "Cargo.toml"], capture_output=True, text=True, check=True
    )
    known = json.loads(ran.stdout)
    needs = {node["id"]: node["deps"] for node in known["resolve"]["nodes"]}
    # Of the whole workspace that is told: what only tests need, and other members, are not linked.
    left, linked = [known["resolve"]["root"]], set[str]()
    while left:
        if (crate := left.pop()) not in linked:
            linked.add(crate)
            kinds = ((need["pkg"], kind["kind"]) for need in needs[crate] for kind in need["dep_kinds"])
            left += [need for need, kind in kinds if kind is None]
    crates = [crate for crate in known["packages"] if crate["id"] in linked and crate["source"]]
    assert len(crates) > 20
    for crate in crates:
        ways = crate["license"].replace("/", " OR ").replace("(", "").replace(")", "").split(" OR ")
        assert any(set(way.strip().split(" AND ")) <= ALLOWED for way in ways), crate["name"]
