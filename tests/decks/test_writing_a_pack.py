"""The worked example of docs/games/writing-a-pack.md, followed step by step."""

import io
import re
from pathlib import Path

import pytest
from django.core.management import call_command

GUIDE = (Path(__file__).parents[2] / "docs" / "games" / "writing-a-pack.md").read_text(encoding="utf-8")
PACK, POOL = "lantern-clash.toml", "lantern-clash.cards.csv"


def blocks(language: str) -> list[str]:
    """The code blocks of the guide in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def run(line: str) -> tuple[int, str]:
    """Run a command as the guide writes it: exit status, and both outputs."""
    words = line.removeprefix("$ python manage.py ").split()
    output, status = io.StringIO(), 0
    try:
        call_command(*words, stdout=output, stderr=output)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, output.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the guide's three files, as the working directory."""
    (tmp_path / PACK).write_text(blocks("toml")[0], encoding="utf-8")
    (tmp_path / POOL).write_text(blocks("csv")[0], encoding="utf-8")
    (tmp_path / "list.txt").write_text(blocks("text")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.django_db
def test_a_reader_gets_what_the_guide_shows(folder: Path) -> None:
    fine, wrong, loaded, judged = (block.split("\n", 1) for block in blocks("console"))
    assert run(fine[0]) == (0, fine[1])
    text, cards = (folder / PACK).read_text(encoding="utf-8"), (folder / POOL).read_text(encoding="utf-8")
    mistaken = text.replace('section = "main"\nexactly', 'section = "mian"\nexactly').replace(
        "at_most = 2", 'at_most = "two"'
    )
    (folder / PACK).write_text(mistaken, encoding="utf-8")
    (folder / POOL).write_text(cards.replace("Yellow Lantern,lantern", "Yellow Lantern,1"), encoding="utf-8")
    assert run(wrong[0]) == (2, wrong[1])
    (folder / PACK).write_text(text, encoding="utf-8")
    (folder / POOL).write_text(cards, encoding="utf-8")
    assert run(loaded[0]) == (0, loaded[1])
    assert run(judged[0]) == (1, judged[1])
