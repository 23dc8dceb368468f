"""How much work one file may cause, counted while it is done and never believed from what the file says of itself."""

from __future__ import annotations

from dataclasses import dataclass

from cardpool.intake.unreadable import Place, UnreadableFile


@dataclass(frozen=True)
class Limits:
    """What any packed file may hold: `max_unpacked` in bytes of the parts that are read, `max_elements` in XML elements
    or JSON values."""

    max_unpacked: int
    max_elements: int


@dataclass(frozen=True, kw_only=True)
class WorkbookLimits(Limits):
    """What a workbook may hold.

    `max_strings` bounds the texts that cells share, `max_styles` the cell formats. `max_text` is in characters of a
    cell: one more is kept, so that the caller can tell a longer one.
    """

    max_entries: int
    max_sheets: int
    max_strings: int
    max_styles: int
    max_text: int
    max_columns: int


class Spending:
    """What reading one file has cost so far. Spending more than its limits allow raises `UnreadableFile`."""

    def __init__(self, limits: Limits, place: Place) -> None:
        self.limits = limits
        self.place = place
        self.unpacked = 0
        self.elements = 0

    def spend_unpacked(self, count: int) -> None:
        """Take bytes that were unpacked. Raises `zip_bomb` beyond the limit."""
        self.unpacked += count
        if self.unpacked > self.limits.max_unpacked:
            raise UnreadableFile(self.place, "zip_bomb")


class Budget(Spending):
    """What reading one workbook has cost so far."""

    limits: WorkbookLimits

    def __init__(self, limits: WorkbookLimits, place: Place) -> None:
        super().__init__(limits, place)
        self.strings = 0

    def spend_element(self) -> None:
        """Take one XML element. Raises `workbook_too_complex` beyond the limit."""
        self.elements += 1
        if self.elements > self.limits.max_elements:
            raise self.too_complex("elements", self.limits.max_elements)

    def spend_string(self) -> None:
        """Take one text that cells share. Raises `workbook_too_complex` beyond the limit."""
        self.strings += 1
        if self.strings > self.limits.max_strings:
            raise self.too_complex("strings", self.limits.max_strings)

    def too_complex(self, what: str, most: int) -> UnreadableFile:
        """The refusal of a workbook with more of something than any table of cards has."""
        return UnreadableFile(self.place, "workbook_too_complex", what=what, most=most)
