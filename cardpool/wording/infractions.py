"""What players are penalised for in a game, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.packs import GamePack
from cardpool.packs.infractions import CAUTION, DISQUALIFICATION, GAME_LOSS, MATCH_LOSS, WARNING, Infraction

LEVELS: dict[str, Callable[[], str]] = {
    CAUTION: lambda: _("Caution"),
    WARNING: lambda: _("Warning"),
    GAME_LOSS: lambda: _("Game loss"),
    MATCH_LOSS: lambda: _("Match loss"),
    DISQUALIFICATION: lambda: _("Disqualification"),
}


@dataclass(frozen=True)
class InfractionWords:
    """An infraction, its usual penalty the first time and on repeats, and where a rule document says so."""

    name: str
    usual: str
    clause: str


def say_infractions(pack: GamePack) -> Iterator[InfractionWords]:
    """Every infraction a judge chooses from in this game, in the order of the form."""
    for one in pack.offered_infractions:
        yield InfractionWords(one.names.in_language(language_key()), say_usual(one), one.clause)


def say_usual(one: Infraction) -> str:
    """The usual penalties of an infraction: the first time, again, and with a wrong number of cards."""
    said = _(" → ").join(LEVELS[level]() for level in (one.level, *(one.repeat or ())))
    if one.repeat == ():
        said = _("%(level)s each time") % {"level": said}
    elif one.repeat is None and one.level != DISQUALIFICATION:
        said = _("%(level)s, again: one step up each time") % {"level": said}
    if one.wrong_size:
        return _("%(usual)s; with a wrong number of cards: %(level)s") % {
            "usual": said,
            "level": LEVELS[one.wrong_size](),
        }
    return said
