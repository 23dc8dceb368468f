"""Telling players of a running round that they sit elsewhere now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from accounts.inbox import send_notices
from tournaments.models import Registration, Round, RoundRepair
from tournaments.queries.moved import Place, notified_between
from tournaments.queries.names import shown_name
from tournaments.queries.teams import members_by_team, name_with_members
from tournaments.services.round_notices import MOVED, put_away_places


def tell_moved(round: Round, repair: RoundRepair) -> None:
    """Send a notice to everybody whose table, opponent or company a repair, or its undo, has changed; it replaces what
    they have not read of where they sit."""
    before, after = (repair.before, repair.after) if repair.undone_at is None else (repair.after, repair.before)
    moved = notified_between(before, after)
    keys = moved.keys() | {key for now in moved.values() for key in (now.opponent, *now.mates) if key is not None}
    people = Registration.objects.select_related("player", "tournament").in_bulk(list(keys))
    path = reverse("tournament_pairings", args=[round.tournament.code, round.number])
    members = members_by_team(round.tournament)
    places = [
        (one.player, _facts(round, now, people, members))
        for key, now in sorted(moved.items())
        for one in members.get(key, [people[key]])
    ]
    put_away_places([player for player, _said in places], round.tournament_id)
    send_notices(
        places,
        code=MOVED,
        path=path,
    )


def _facts(
    round: Round, now: Place, people: Mapping[int, Registration], members: Mapping[int, Sequence[Registration]]
) -> dict[str, Any]:
    """What the notice says about a player's new place."""
    opponent = people[now.opponent] if now.opponent is not None else None
    mates = [shown_name(people[key], private=False) for key in now.mates]
    two = [shown_name(one, private=False) for one in members.get(now.opponent or 0, ())]
    return {
        "tournament": round.tournament_id,
        "event": round.tournament.name,
        "round": round.number,
        "table": now.table,
        "opponent": name_with_members(shown_name(opponent, private=False), two) if opponent is not None else "",
        **({"mates": mates} if mates else {}),
    }
