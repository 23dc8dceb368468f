"""Who chooses in the next game and why, and how matches and games ended, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.languages import language_key
from cardpool.packs import GamePack
from tournaments.play.first_player import ChooserRuling, Reason
from tournaments.play.play_table import PlayRules, SimultaneousLoss

Facts = Mapping[str, object]

SENTENCES: dict[Reason, Callable[[Facts], str]] = {
    Reason.HIGHER_SEED: lambda facts: _("%(game)s %(number)s: %(name)s chooses, as the higher seed.") % facts,
    Reason.RANDOM_DRAW: lambda facts: _("%(game)s %(number)s: %(name)s chooses, by lot.") % facts,
    Reason.LOST_PREVIOUS: lambda facts: (
        _("%(game)s %(number)s: %(name)s chooses, having lost %(game_in_text)s %(previous)s.") % facts
    ),
    Reason.WON_PREVIOUS: lambda facts: (
        _("%(game)s %(number)s: %(name)s chooses, having won %(game_in_text)s %(previous)s.") % facts
    ),
    Reason.DID_NOT_CHOOSE_PREVIOUS: lambda facts: (
        _("%(game)s %(number)s: %(name)s chooses; the other player chose in %(game_in_text)s %(previous)s.") % facts
    ),
    Reason.SAME_AFTER_DRAW: lambda facts: (
        _("%(game)s %(number)s: %(name)s chooses again, because %(game_in_text)s %(previous)s was drawn.") % facts
    ),
    Reason.OTHER_AFTER_DRAW: lambda facts: (
        _("%(game)s %(number)s: %(name)s chooses now, because %(game_in_text)s %(previous)s was drawn.") % facts
    ),
    Reason.PREVIOUS_UNFINISHED: lambda facts: (
        _("Who chooses %(game_in_text)s %(number)s follows from %(game_in_text)s %(previous)s, which is not finished.")
        % facts
    ),
    Reason.PREVIOUS_CHOOSER_UNKNOWN: lambda facts: (
        _(
            "%(game)s %(previous)s was drawn and who chose in it was not recorded. Ask the players: the same one "
            "chooses again."
        )
        % facts
    ),
    Reason.ORDER_UNKNOWN: lambda facts: (
        _("The order of the games so far was not recorded. Ask the players who lost the last one.") % facts
    ),
}


def _facts_of(ruling: ChooserRuling, chooser: str, pack: GamePack) -> Facts:
    word = game_word(pack)
    return {
        "game": capfirst(word),
        "game_in_text": word,
        "number": ruling.number,
        "previous": ruling.previous.number if ruling.previous is not None else "",
        "name": chooser,
    }


def say_ruling(ruling: ChooserRuling, *, chooser: str, pack: GamePack) -> str:
    """Who chooses next and why, without the clause; `chooser` is the shown name of whom the ruling names, if any."""
    facts = _facts_of(ruling, chooser, pack)
    say = SENTENCES.get(ruling.reason)
    if say is not None:
        return say(facts)
    if ruling.may_choose:
        return (
            _(
                "%(game)s %(number)s: agree on any way to settle it, such as rock-paper-scissors. Its winner decides "
                "who goes first."
            )
            % facts
        )
    return _("%(game)s %(number)s: agree on any way to settle it. Its winner goes first.") % facts


OWN_SENTENCES: dict[Reason, Callable[[Facts], str]] = {
    Reason.HIGHER_SEED: lambda facts: (
        _("%(game)s %(number)s: you choose who goes first, because your seed is higher.") % facts
    ),
    Reason.RANDOM_DRAW: lambda facts: _("%(game)s %(number)s: you choose who goes first; the lot fell on you.") % facts,
    Reason.LOST_PREVIOUS: lambda facts: (
        _("%(game)s %(number)s: you choose who goes first, because you lost %(game_in_text)s %(previous)s.") % facts
    ),
    Reason.WON_PREVIOUS: lambda facts: (
        _("%(game)s %(number)s: you choose who goes first, because you won %(game_in_text)s %(previous)s.") % facts
    ),
    Reason.DID_NOT_CHOOSE_PREVIOUS: lambda facts: (
        _("%(game)s %(number)s: it is your turn to choose who goes first.") % facts
    ),
    Reason.SAME_AFTER_DRAW: lambda facts: (
        _("%(game)s %(number)s: you choose who goes first again, because %(game_in_text)s %(previous)s was drawn.")
        % facts
    ),
    Reason.OTHER_AFTER_DRAW: lambda facts: (
        _("%(game)s %(number)s: now you choose who goes first, because %(game_in_text)s %(previous)s was drawn.")
        % facts
    ),
}


def say_own_ruling(ruling: ChooserRuling, *, pack: GamePack) -> str:
    """That the reader chooses next and why, in a child's words, without the clause."""
    say = OWN_SENTENCES.get(ruling.reason)
    return say(_facts_of(ruling, "", pack)) if say is not None else say_ruling(ruling, chooser="", pack=pack)


def say_simultaneous(rules: PlayRules, *, pack: GamePack) -> str:
    """What it means that both players reach the end at once, without the clause."""
    if rules.simultaneous is SimultaneousLoss.SUDDEN_DEATH:
        return _(
            "Both losing at once is not a drawn %(game)s: play on in sudden death until one player wins, and "
            "record that player as the winner."
        ) % pack_words(pack)
    return _("Both losing at once is a drawn %(game)s.") % pack_words(pack)


def pack_words(pack: GamePack) -> dict[str, str]:
    """What this card game calls one `game` and a whole `match`; `Game` and `Match` stand at the head of a sentence."""
    game, match = word_of(pack, "game"), word_of(pack, "match")
    return {"game": game, "match": match, "Game": capfirst(game), "Match": capfirst(match)}


def game_word(pack: GamePack) -> str:
    """What this card game calls one game of a match (局, game)."""
    return word_of(pack, "game")


def word_of(pack: GamePack, word: str) -> str:
    """What this card game calls a `match`, `game`, `player` or `deck`, in the active language."""
    return pack.labels[word].in_language(language_key())


def ending_names(pack: GamePack) -> dict[str, str]:
    """How a game can end, by the pack's key, in the active language."""
    return _names(pack.play["endings"])


def method_names(pack: GamePack) -> dict[str, str]:
    """The ways to settle game 1, by the pack's key, in the active language."""
    return _names(pack.play["first_game"]["methods"])


def _names(rows: list[Mapping[str, Mapping[str, str]]]) -> dict[str, str]:
    side = language_key()
    return {str(row["key"]): row["names"][side] for row in rows}
