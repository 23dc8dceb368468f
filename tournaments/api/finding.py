"""Finding the object an endpoint is about: always through its tournament, so that another's id is not found."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from tournaments.models import Match, Registration, Round, Tournament


def tournament_of(code: str) -> Tournament:
    """The tournament with a code, or 404."""
    return get_object_or_404(Tournament.objects.select_related("game", "ruleset__game"), code=code)


def registration_of(code: str, registration_id: int) -> Registration:
    """An entry of exactly this tournament, a member's of a team too, or 404: another tournament's id is not found."""
    entries = Registration.everybody.select_related("player", "tournament__game", "tournament__ruleset", "decklist")
    return get_object_or_404(entries, tournament__code=code, pk=registration_id)


def round_of(code: str, number: int) -> Round:
    """A round of exactly this tournament, or 404."""
    return get_object_or_404(Round.objects.select_related("tournament"), tournament__code=code, number=number)


def match_of(code: str, match_id: int) -> Match:
    """A match of exactly this tournament, or a board, or 404."""
    matches = Match.everything.select_related(
        "round__tournament__game", "round__tournament__ruleset", "player1__player", "player2__player"
    )
    return get_object_or_404(matches, round__tournament__code=code, pk=match_id)
