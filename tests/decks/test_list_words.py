"""Every code about formats, files and exports has a sentence in both languages."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from accounts.refusals import Refusal
from decks.exports.lists import ExportFormat
from decks.list_words import (
    ERRORS,
    EXPORT_NOTICES,
    FILE_ERRORS,
    MAX_NAMED,
    REFUSALS,
    say_export_notice,
    say_file_error,
    say_format,
    say_list_refusal,
)
from decks.text.listing import ListFormat

DECKS = Path(__file__).resolve().parents[2] / "decks"
CARDS = [{"number": "HBU01-A07", "name": "赛罗奥特曼"}, {"number": "HBU01-CR", "name": ""}]
FACTS: dict[str, Any] = {
    "format": "ydk",
    "known": ["text", "csv"],
    "count": 2,
    "cards": CARDS,
    "limit": 200_000,
    "file": "100%.xlsx",
    "reason": "too_many_rows",
    "reason_facts": {"most": 200_000, "what": "styles"},
}


RAISED = re.compile(r'(?:Refusal|UnreadableFile)\(\s*(?:(?:[\w.]+|Place\([^()]*(?:\([^()]*\))?[^()]*\)), )?"([a-z_]+)"')


def codes_in(*places: str) -> set[str]:
    """Every code the sources raise: the first words of `Refusal(…)` and `UnreadableFile(place, …)`."""
    found: set[str] = set()
    for place in places:
        files = [DECKS / place] if place.endswith(".py") else (DECKS / place).rglob("*.py")
        for file in files:
            found |= set(RAISED.findall(file.read_text("utf-8")))
    return found


def test_every_code_has_words() -> None:
    intake = codes_in(*(f"../cardpool/intake/{name}.py" for name in ("budget", "package", "text", "workbook")))
    assert codes_in("uploads", "list_files.py", "views/typed.py") | intake == set(FILE_ERRORS)
    assert codes_in("exports", "views/exporting.py", "views/shared.py", "api/list_serializers.py") == set(REFUSALS)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_sentence_can_be_said_in_both_languages(language: str) -> None:
    with translation.override(language):
        said = [
            say_file_error(code, {"file": "100%.xlsx", "most": 24_000_000, "what": "styles"}) for code in FILE_ERRORS
        ]
        said += [say_list_refusal(Refusal(code, **FACTS)) for code in REFUSALS]
        said += [say_export_notice({"code": code, "cards": CARDS}) for code in EXPORT_NOTICES]
        said += [ERRORS[code]({"text": "100%", "found": "ydke", "limit": 3}) for code in ERRORS]
        said += [say_format(key) for key in (*ListFormat, *ExportFormat)]
    assert all(sentence and "%(" not in sentence for sentence in said)
    sentences = said[: len(FILE_ERRORS) + len(REFUSALS)]
    assert all(
        bool(re.search(r"[\u4e00-\u9fff]{2}", one.replace("赛罗奥特曼", ""))) is (language != "en") for one in sentences
    )


def test_of_many_cards_the_first_are_named() -> None:
    cards = [{"number": f"N{n}", "name": ""} for n in range(MAX_NAMED + 3)]
    with translation.override("en"):
        said = say_list_refusal(Refusal("list_needs_codes", format="ydk", cards=cards))
    assert "N5 and 3 more" in said
    assert "N6" not in said
