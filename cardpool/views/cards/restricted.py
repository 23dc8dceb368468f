"""What restriction lists say about a card, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cardpool.lists.entries import RestrictionKind
from cardpool.models import RestrictionList
from cardpool.queries.card_restrictions import CardRestriction
from cardpool.queries.restrictions import list_label

TAGS = {
    RestrictionKind.BANNED: "bad",
    RestrictionKind.LIMITED: "need",
    RestrictionKind.CHOOSE_ONE: "need",
    RestrictionKind.UNRELEASED: "info",
    RestrictionKind.UNLISTED: "bad",
}


@dataclass(frozen=True)
class SaidRestriction:
    """One restriction in words. `tag` is the kind of badge, `word` its text."""

    sentence: str
    tag: str
    word: str
    starts: date
    ends: date | None
    format: str
    list: RestrictionList
    list_label: str


def in_force(restrictions: Iterable[CardRestriction], day: date) -> list[SaidRestriction]:
    """The restrictions that apply on the day."""
    return [say_restriction(one) for one in restrictions if one.is_in_force(day)]


def coming(restrictions: Iterable[CardRestriction], day: date) -> list[SaidRestriction]:
    """The restrictions that will apply later, the next one first."""
    return [say_restriction(one) for one in sorted(restrictions, key=lambda one: one.starts) if one.is_coming(day)]


def say_restriction(one: CardRestriction) -> SaidRestriction:
    """One restriction in the active language."""
    return SaidRestriction(
        sentence=SENTENCES[one.kind](one),
        tag=TAGS[one.kind],
        word=WORDS[one.kind](one),
        starts=one.starts,
        ends=one.ends,
        format=one.list.format,
        list=one.list,
        list_label=list_label(one.list),
    )


def _limited(one: CardRestriction) -> str:
    said = ngettext("At most %(limit)s copy in a deck.", "At most %(limit)s copies in a deck.", one.limit)
    return said % {"limit": one.limit}


def _choose_one(one: CardRestriction) -> str:
    others = _(", ").join(f"{card.number} {card.name}".strip() for card in one.others)
    if one.limit == 1:
        said = _("Only one of this card and %(others)s may be in a deck.")
    else:
        said = _("At most %(limit)s different cards of this one and %(others)s may be in a deck.")
    return said % {"limit": one.limit, "others": others}


def _unreleased(one: CardRestriction) -> str:
    if one.ends is None:
        return _("Not released yet.")
    return _("Not released yet; last day without it: %(day)s.") % {"day": date_format(one.ends, "Y-m-d")}


SENTENCES: dict[RestrictionKind, Callable[[CardRestriction], str]] = {
    RestrictionKind.BANNED: lambda one: _("No copy may be in a deck."),
    RestrictionKind.LIMITED: _limited,
    RestrictionKind.CHOOSE_ONE: _choose_one,
    RestrictionKind.UNRELEASED: _unreleased,
    RestrictionKind.UNLISTED: lambda one: _("Not among the cards that may be played."),
}
WORDS: dict[RestrictionKind, Callable[[CardRestriction], str]] = {
    RestrictionKind.BANNED: lambda one: _("Banned"),
    RestrictionKind.LIMITED: lambda one: _("Limited to %(limit)s") % {"limit": one.limit},
    RestrictionKind.CHOOSE_ONE: lambda one: _("Choose one of"),
    RestrictionKind.UNRELEASED: lambda one: _("Unreleased"),
    RestrictionKind.UNLISTED: lambda one: _("Not listed"),
}
