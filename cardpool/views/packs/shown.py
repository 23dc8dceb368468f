"""A pack as the desk's pages show it: what it declares, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.pack_changes import PackChanges
from cardpool.packs import AttributeType, GamePack
from cardpool.queries.rulebooks import Rulebook
from cardpool.wording.infractions import InfractionWords, say_infractions
from cardpool.wording.play import say_best_of, say_play
from cardpool.wording.rules import RuleWords, say_rules
from cardpool.wording.tiebreakers import say_tiebreakers

MAX_LINES = 400
"""Lines of a comparison that a page shows."""

TYPES = {
    AttributeType.INTEGER: lambda: _("whole number"),
    AttributeType.TEXT: lambda: _("one word of a kind"),
    AttributeType.LIST: lambda: _("several words"),
    AttributeType.FLAG: lambda: _("yes or no"),
}


@dataclass(frozen=True)
class ShownEnding:
    """How a game can end, and what that ending decides."""

    name: str
    leaves: str
    clause: str


@dataclass(frozen=True)
class ShownFact:
    """A label with its value; `detail` is shown less prominently, and may be empty."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True)
class PackInWords:
    """What a pack declares, for readers who know the game but not the file."""

    pack: GamePack
    rules: tuple[tuple[RuleWords, int], ...]
    sections: tuple[ShownFact, ...]
    attributes: tuple[ShownFact, ...]
    play: tuple[str, ...]
    endings: tuple[ShownEnding, ...]
    infractions: tuple[InfractionWords, ...]
    defaults: tuple[ShownFact, ...]
    cards: int


def pack_in_words(book: Rulebook) -> PackInWords:
    """Put a pack without mistakes into words, in the active language."""
    pack, language = book.pack, language_key()
    rules = say_rules(book)
    lines = [pack.line_of(f"rules[{position}]") or 0 for position in range(len(rules))]
    return PackInWords(
        pack=pack,
        rules=tuple(zip(rules, lines, strict=True)),
        sections=tuple(
            ShownFact(section.names.in_language(language), _(", ").join(section.words)) for section in pack.sections
        ),
        attributes=tuple(_attributes(pack, language)),
        play=tuple(say_play(pack)),
        endings=tuple(
            ShownEnding(
                ending["names"][language],
                _(" or ").join(LEAVES[result]() for result in ending["results"]),
                ending["clause"],
            )
            for ending in pack.play["endings"]
        ),
        infractions=tuple(say_infractions(pack)),
        defaults=tuple(_defaults(pack)),
        cards=len(book.cards),
    )


LEAVES = {"win": lambda: _("a winner"), "draw": lambda: _("a draw")}


def _attributes(pack: GamePack, language: str) -> Iterator[ShownFact]:
    for attribute in pack.attributes:
        words = _(", ").join(word.names.in_language(language) for word in attribute.values)
        yield ShownFact(attribute.names.in_language(language), words or TYPES[attribute.type](), attribute.key)


def _defaults(pack: GamePack) -> Iterator[ShownFact]:
    """The defaults of a new event."""
    defaults = pack.tournament
    minutes = _(", ").join(
        _("%(length)s: %(minutes)s min") % {"length": say_best_of(length), "minutes": defaults.minutes(length)}
        for length in pack.best_of_choices
    )
    yield ShownFact(_("Match length"), say_best_of(defaults.best_of), minutes)
    points = defaults.points
    yield ShownFact(_("Points"), f"{points.win} / {points.draw} / {points.loss}", _("win, draw, loss"))
    yield ShownFact(_("Standings"), say_tiebreakers(defaults.tiebreakers), defaults.standings)
    rounds = _(", ").join(
        _("%(rounds)s for %(players)s players") % {"rounds": defaults.recommended_rounds(players), "players": players}
        for players in (8, 16, 32)
    )
    yield ShownFact(_("Swiss rounds"), rounds, defaults.rounds_source)
    cuts = _(", ").join(
        _("top %(size)s from %(players)s players") % {"size": step.value, "players": step.players}
        for step in defaults.top_cuts
    )
    yield ShownFact(_("Top cut"), cuts or _("none"))
    open_pool = _("open: numbers nobody knows yet are accepted")
    yield ShownFact(_("Card pool"), open_pool if defaults.pool == "open" else _("closed: only cards of the pool"))


def shorten(changes: PackChanges) -> Mapping[str, Any]:
    """The changes for a page, at most `MAX_LINES` lines."""
    return {
        "lines": changes.lines[:MAX_LINES],
        "left_out": max(0, len(changes.lines) - MAX_LINES),
        "new": changes.new,
        "gone": changes.gone,
    }


def pack_file(text: str, name: str) -> HttpResponse:
    """A pack as a download named after its game."""
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer
