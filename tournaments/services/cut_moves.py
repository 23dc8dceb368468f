"""Who moves in a published round of the top cut when an earlier result is corrected: kept, logged and notified."""

from __future__ import annotations

from typing import Any

from accounts.actor import Actor
from tournaments.models import Match, Round, RoundRepair
from tournaments.queries.audit import moved_by
from tournaments.services.advance import correct_advance
from tournaments.services.boards import seat_boards
from tournaments.services.log import write_log
from tournaments.services.moved_notices import tell_moved
from tournaments.services.repairs import store_choice, wall_of


def correct_bracket(*, actor: Actor, match: Match, why: str) -> None:
    """Update the later rounds of the top cut to a corrected match; of one that is published, everybody who moves, is
    put in or is taken out gets a notice, and how it was is kept.

    Raises what `correct_advance` raises.
    """
    published = Round.objects.filter(
        tournament=match.round.tournament_id, number__gt=match.round.number, status=Round.Status.PUBLISHED
    )
    walls = {round.pk: wall_of(round) for round in published}
    changed = correct_advance(actor=actor, match=match, why=why)
    for round in {one.round_id: one.round for one in changed}.values():
        seat_boards(round)
        if round.pk in walls:
            _record(actor, round, walls[round.pk], why)


def _record(actor: Actor, round: Round, before: dict[str, Any], why: str) -> None:
    moved = store_choice(actor, round, RoundRepair.Choice.CUT, before=before, after=wall_of(round))
    facts = {"round": round.number, "repair": moved.pk, "moved": len(moved_by(moved)), "reason": why}
    write_log(round.tournament, actor, "cut_moved", **facts)
    tell_moved(round, moved)
