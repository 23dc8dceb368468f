"""Every refusal of the readers of card databases and set files has a sentence."""

import re
from pathlib import Path

import pytest

from cardpool.packs.card_file_forms import SKIP_REASONS
from cardpool.wording.card_files import ROWS
from cardpool.wording.imports import say_row

IMPORTERS = Path(__file__).resolve().parents[3] / "cardpool" / "importers"
SAID = re.compile(
    r'(?:UnreadableFile|RefusedRow|SkippedRow|_BadEntry|_NotStrict|_CannotRead)\((?:[\w.]+(?:\([^()]*\))?, )?"(\w+)"'
)
CODES = sorted(
    {
        code
        for name in ("cdb", "cdb_file", "pokemon", "set_json")
        for code in SAID.findall(re.sub(r"\s+", " ", (IMPORTERS / f"{name}.py").read_text(encoding="utf-8")))
    }
)
FACTS: dict[str, str] = {
    **dict.fromkeys(("game", "most", "tables", "table", "columns", "column", "value", "number"), "7"),
    **dict.fromkeys(("name", "line", "key", "word", "id", "set", "field", "megabytes", "stated"), "7"),
}


def test_the_codes_are_found() -> None:
    assert {"token", "sets_missing", "column_not_a_number"} <= {*CODES, *SKIP_REASONS}
    assert len(CODES) > 25


@pytest.mark.parametrize("code", [*CODES, *SKIP_REASONS, *ROWS])
def test_every_code_has_words(code: str) -> None:
    assert f"({code})" not in say_row(code, FACTS)
