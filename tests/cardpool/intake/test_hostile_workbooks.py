"""Hostile workbooks: refused for their content, after work that is counted and bounded, never timed."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import chain

import pytest

from bench.hostile_files import FILES, package, under_the_limit
from cardpool.importers.grid import CARD_WORKBOOK
from cardpool.intake import package as packages
from cardpool.intake.budget import Budget, WorkbookLimits
from cardpool.intake.unreadable import Place, UnreadableFile
from cardpool.intake.workbook import Workbook
from decks.list_files import MAX_BYTES
from decks.uploads.workbook import LIST_WORKBOOK, workbook_text

REASONS = {
    "5,000,000 empty cells": ("workbook_too_complex", "elements"),
    "1,500,000 fonts": ("workbook_too_complex", "elements"),
    "1,500,000 empty shared texts": ("workbook_too_complex", "strings"),
    "390 sheets": ("workbook_too_complex", "sheets"),
    "1,500,000 cell formats": ("workbook_too_complex", "styles"),
    "one tag of 20 MB": ("workbook_too_complex", "token"),
}


class Spent(Budget):
    """A budget that can still be read after the workbook was refused."""

    last: Budget

    def __init__(self, limits: WorkbookLimits, place: Place) -> None:
        super().__init__(limits, place)
        Spent.last = self


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> type[Spent]:
    monkeypatch.setattr("cardpool.intake.workbook.Budget", Spent)
    return Spent


def read_first_sheet(data: bytes, limits: WorkbookLimits) -> int:
    """How many rows the first sheet has."""
    book = Workbook(io.BytesIO(data), Place("cards.xlsx"), limits)
    return sum(1 for _ in book.rows(book.sheets[0]))


def assert_within(budget: Budget) -> None:
    """At most one element, text or piece beyond the limits was read."""
    assert budget.elements <= budget.limits.max_elements + 1
    assert budget.strings <= budget.limits.max_strings + 1
    assert budget.unpacked <= budget.limits.max_unpacked + 64 * 1024


@pytest.mark.parametrize("name", FILES)
def test_a_list_is_refused_within_its_budget(name: str, spent: type[Spent]) -> None:
    data = FILES[name]()
    assert len(data) < MAX_BYTES, "else the limit on bytes would refuse it"
    with pytest.raises(UnreadableFile) as raised:
        workbook_text(data, "list.xlsx")
    found = (raised.value.code, raised.value.facts.get("what"))
    assert found in (REASONS[name], ("zip_bomb", None))
    assert_within(spent.last)


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in FILES.items()])
def test_the_same_files_as_card_tables_stay_within_theirs(make: Callable[[], bytes], spent: type[Spent]) -> None:
    with suppress(UnreadableFile):
        read_first_sheet(make(), CARD_WORKBOOK)
    assert_within(spent.last)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: package(f"<row>{'<c/>' * 5_000}</row>"), "elements"),
        (lambda: package("<row/>", strings="<si/>" * 101), "strings"),
        (lambda: package("<row/>", styles=f"<cellXfs>{'<xf/>' * 101}</cellXfs>"), "styles"),
        (
            lambda: package(
                "<row/>", styles="<numFmts>" + "".join(f'<numFmt numFmtId="{n}"/>' for n in range(101)) + "</numFmts>"
            ),
            "styles",
        ),
        (lambda: package("<row/>", names=11), "sheets"),
    ],
    ids=["cells", "texts", "formats", "number formats", "sheets"],
)
def test_each_limit_is_its_own(make: Callable[[], bytes], what: str) -> None:
    limits = WorkbookLimits(
        max_unpacked=10_000_000,
        max_elements=4_000,
        max_entries=50,
        max_sheets=10,
        max_strings=100,
        max_styles=100,
        max_text=50,
        max_columns=50,
    )
    with pytest.raises(UnreadableFile) as raised:
        read_first_sheet(make(), limits)
    assert (raised.value.code, raised.value.facts["what"]) == ("workbook_too_complex", what)


def test_bytes_are_counted_as_they_come_out_whatever_the_zip_says() -> None:
    """Two entries of the zip's directory name the same bytes: the stated sizes fit, the unpacked ones do not."""
    limits = replace(LIST_WORKBOOK, max_unpacked=300_000, max_elements=10**9)
    data = package("<row>" + "<c/>" * 20_000 + "</row>", names=5)
    book = Workbook(io.BytesIO(data), Place(""), limits)
    with pytest.raises(UnreadableFile) as raised:
        list(chain.from_iterable(map(book.rows, book.sheets)))
    assert raised.value.code == "zip_bomb"
    assert book.budget.unpacked <= limits.max_unpacked + 64 * 1024


def test_an_endless_list_of_contents_is_not_read() -> None:
    data = bytearray(package("<row/>"))
    end = data.rfind(b"PK\x05\x06")
    struct.pack_into("<L", data, end + 12, packages.MAX_DIRECTORY_BYTES + 1)
    with pytest.raises(UnreadableFile) as raised:
        Workbook(io.BytesIO(bytes(data)), Place(""), LIST_WORKBOOK)
    assert raised.value.code == "zip_bomb"


@pytest.mark.parametrize("way", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_other_ways_of_packing_are_not_unpacked(way: int) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package("<row/>"))) as source, zipfile.ZipFile(out, "w", way) as target:
        for entry in source.namelist():
            target.writestr(entry, source.read(entry))
    with pytest.raises(UnreadableFile) as raised:
        Workbook(io.BytesIO(out.getvalue()), Place(""), LIST_WORKBOOK)
    assert raised.value.code == "no_workbook"


def test_the_slowest_workbook_that_is_read_stays_within_the_budget(spent: type[Spent]) -> None:
    data = under_the_limit(LIST_WORKBOOK.max_elements - 100)
    assert len(data) < MAX_BYTES
    rows = workbook_text(data).split("\n")
    assert (len(rows), rows[0][:11], rows[-1][-9:]) == (500, "0, 44, 88, ", " 705, 749")
    assert spent.last.elements > 0.9 * LIST_WORKBOOK.max_elements
    assert_within(spent.last)
