"""A new event's form takes the defaults of the chosen game, and keeps what its organiser has changed.

In pods a match is one game, whatever the game's own length is.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms
from django.http import QueryDict

from cardpool.queries import listed_games
from tournaments.forms.desk.setup import LENGTH_CHOICES, TournamentForm, next_saturday
from tournaments.models import Tournament
from tournaments.queries.settings import tournament_defaults

FILLED_FOR = "filled_for"
"""The field that says which game's pack the form was filled from."""
FILLED_LENGTH = "filled_length"
"""The field that says for which match length its minutes per round were filled in."""
FILLED_FORMAT = "filled_format"
"""The field that says for which format of the event its match length was filled in."""
GAME_SETTINGS = ("best_of", "round_minutes", "pool", "points_win", "points_draw", "points_loss", "preset")


LENGTHS = {str(length) for length, _words in LENGTH_CHOICES}


def defaults_of(slug: str) -> dict[str, Any]:
    """What the form starts from: the defaults of this game, else of the first one offered; none without games."""
    games = listed_games()
    game = next((game for game in games if game.slug == slug), games[0] if games else None)
    return asdict(tournament_defaults(game, starts_at=next_saturday())) if game is not None else {}


def follow_game(sent: QueryDict) -> QueryDict:
    """What was sent, with values that are still the previous game's defaults replaced by the chosen game's."""
    before, chosen = sent.get(FILLED_FOR, ""), sent.get("game_slug", "")
    if not before or before == chosen:
        return sent
    old, new = defaults_of(before), defaults_of(chosen)
    if new.get("game_slug") != chosen or old.get("game_slug") != before:
        return sent
    followed = sent.copy()
    for name in GAME_SETTINGS:
        if name == "best_of" and sent.get("entry_format") == Tournament.EntryFormat.PODS:
            continue
        if sent.get(name, "") == str(old[name]):
            followed[name] = str(new[name])
    followed[FILLED_FOR] = chosen
    return followed


def follow_format(sent: QueryDict) -> QueryDict:
    """What was sent, with best of 1 where pods were just chosen; where they no longer are, the game's own length."""
    before, chosen = sent.get(FILLED_FORMAT, ""), sent.get("entry_format", "")
    pods = Tournament.EntryFormat.PODS
    if not before or before == chosen or pods not in (before, chosen):
        return sent
    followed = sent.copy()
    if chosen == pods:
        followed["best_of"] = "1"
    elif sent.get("best_of") == "1":
        followed["best_of"] = str(defaults_of(sent.get("game_slug", "")).get("best_of", 1))
    followed[FILLED_FORMAT] = chosen
    return followed


def follow_length(sent: QueryDict) -> QueryDict:
    """What was sent, with minutes per round that are still those of the previous match length replaced."""
    before, chosen = sent.get(FILLED_LENGTH, ""), sent.get("best_of", "")
    game = next((game for game in listed_games() if game.slug == sent.get("game_slug")), None)
    if game is None or before == chosen or not {before, chosen} <= LENGTHS:
        return sent
    old, new = (
        tournament_defaults(game, starts_at=next_saturday(), best_of=int(length)).round_minutes
        for length in (before, chosen)
    )
    followed = sent.copy()
    if sent.get("round_minutes", "") == str(old):
        followed["round_minutes"] = str(new)
    followed[FILLED_LENGTH] = chosen
    return followed


def typed_so_far(sent: QueryDict) -> dict[str, Any]:
    """What was sent, as the initial values of a form that is not validated yet."""
    return {
        name: name in sent if isinstance(field, forms.BooleanField) else sent.get(name, "")
        for name, field in TournamentForm.base_fields.items()
    }
