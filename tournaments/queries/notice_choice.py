"""The kinds of notices that a player may switch off, each for the codes it stands for."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.inbox import quiet_codes
from accounts.models import Notice, Player

KINDS: dict[str, tuple[str, ...]] = {
    "announcement": ("announcement",),
    "round": ("round_published",),
    "table": ("seat_moved",),
    "deck": ("deck_reminder", "verdict_changed"),
    "deadline": ("deadline_near",),
}


def codes_of(kinds: Iterable[str]) -> list[str]:
    """The codes of notices that these kinds stand for."""
    return [code for kind in kinds for code in KINDS[kind]]


def kind_of(notice: Notice) -> str | None:
    """The kind of a notice; None for one that cannot be switched off."""
    return kind_of_code(notice.code)


def kind_of_code(code: str) -> str | None:
    """The kind that a code of notices belongs to; None for one that cannot be switched off."""
    return next((kind for kind, codes in KINDS.items() if code in codes), None)


def kinds_off(player: Player) -> dict[str, list[str]]:
    """The kinds that a player switched off, by channel."""
    return {
        channel: [kind for kind, kept in KINDS.items() if not codes.isdisjoint(kept)]
        for channel, codes in quiet_codes(player).items()
    }
