"""How a match of a game is played, in the active language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.packs import GamePack


def say_best_of(length: int) -> str:
    """A match length as families say it: Chinese tells how many games win the match instead of writing BO3."""
    words = {1: _("best of 1"), 3: _("best of 3"), 5: _("best of 5")}
    return words.get(length) or _("best of %(number)s") % {"number": length}


def say_play(pack: GamePack) -> Iterator[str]:
    """How a match is played, one sentence per fact."""
    play, words = pack.play, {"game": pack.labels["game"].in_language(language_key())}
    methods = _(", ").join(_named(method) for method in play["first_game"]["methods"])
    if play["first_game"]["chooser"] == "winner_of_method":
        yield _("First %(game)s: %(methods)s; the winner decides who starts.") % {**words, "methods": methods}
    else:
        yield _("First %(game)s: %(methods)s; the winner starts.") % {**words, "methods": methods}
    yield LATER[play["later_games"]["chooser"]](words)
    yield AFTER_DRAW[play["after_draw"]["chooser"]](words)
    if play["simultaneous_loss"]["result"] == "draw":
        yield _("Both lose at once: a drawn %(game)s.") % words
    else:
        yield _("Both lose at once: sudden death, until one wins.")
    yield _("A %(game)s can end by: %(endings)s.") % {
        **words,
        "endings": _(", ").join(_named(ending) for ending in play["endings"]),
    }


LATER = {
    "loser_of_previous": lambda words: _("Later: the loser of the %(game)s before decides who starts.") % words,
    "winner_of_previous": lambda words: _("Later: the winner of the %(game)s before decides who starts.") % words,
    "alternate": lambda words: _("Later: the player who did not decide last time decides who starts."),
    "method_again": lambda words: _("Later: the same way is used again before every %(game)s.") % words,
}
AFTER_DRAW = {
    "same_chooser": lambda words: _("After a drawn %(game)s: who decided before decides again.") % words,
    "other_player": lambda words: _("After a drawn %(game)s: the other player decides.") % words,
    "method_again": lambda words: _("After a drawn %(game)s: the same way is used again.") % words,
}


def _named(row: Mapping[str, Any]) -> str:
    names: Mapping[str, str] = row["names"]
    return names[language_key()]
