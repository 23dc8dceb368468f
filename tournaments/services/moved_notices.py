"""Telling players of a running round that they sit elsewhere now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from accounts.inbox import send_notices
from tournaments.models import Registration, Round, RoundRepair
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.moved import Place, gone_between, notified_between, places_on
from tournaments.queries.names import shown_name
from tournaments.queries.teams import members_by_team, name_with_members
from tournaments.services.round_notices import MOVED, put_away_places, walk_overs_of


def tell_moved(round: Round, repair: RoundRepair) -> None:
    """Send a notice to everybody whose table, opponent or company a repair, or its undo, has changed, and to whom it
    took out of the round; it replaces what they have not read of where they sit."""
    before, after = (repair.before, repair.after) if repair.undone_at is None else (repair.after, repair.before)
    places: dict[int, Place | None] = {**notified_between(before, after)}
    places |= dict.fromkeys(gone_between(before, after))
    met = {key for now in places.values() if now is not None for key in (now.opponent, *now.mates)}
    keys = {key for key in places.keys() | met if key is not None}
    people = Registration.objects.select_related("player", "tournament").in_bulk(list(keys))
    path = reverse("tournament_pairings", args=[round.tournament.code, round.number])
    members = members_by_team(round.tournament)
    cut = _in_cut(round)
    why = {"late": True} if repair.choice == RoundRepair.Choice.LATE else {}
    sat = places_on(before)
    said = [
        (
            one.player,
            _facts(round, now, people, members, was=sat.get(key))
            | cut.get(now.table if now is not None else None, cut[None])
            | why,
        )
        for key, now in sorted(places.items(), key=lambda one: one[0])
        for one in members.get(key, [people[key]])
    ]
    put_away_places([player for player, _facts in said], round.tournament_id)
    given = _given_away(round)
    send_notices(
        [(player, facts) for player, facts in said if facts["table"] is None or facts["table"] not in given],
        code=MOVED,
        path=path,
    )


def _given_away(round: Round) -> set[int | None]:
    """The tables at which nobody has to sit down."""
    return set(walk_overs_of(round).values_list("table", flat=True))


def _in_cut(round: Round) -> dict[int | None, dict[str, Any]]:
    """What the notices of a round of the top cut say besides: how many are left, and that it is for third place, by the
    table of that match. Under None what they say of any other table: nothing in a Swiss round."""
    if round.stage != Round.Stage.TOP_CUT:
        return {None: {}}
    left = {"cut": cut_places(round.tournament).get(round.number, 0)}
    third = round.matches.filter(is_third_place=True).values_list("table", flat=True)
    return {None: left, **{table: {**left, "third": True} for table in third if table is not None}}


def _facts(
    round: Round,
    now: Place | None,
    people: Mapping[int, Registration],
    members: Mapping[int, Sequence[Registration]],
    *,
    was: Place | None,
) -> dict[str, Any]:
    """What the notice says about a player's new place; None where they have none any more. Who `stays` has others at
    the table of a pod."""
    of_round = {"tournament": round.tournament_id, "event": round.tournament.name, "round": round.number}
    if now is None:
        return {**of_round, "table": None, "opponent": "", "out": True}
    opponent = people[now.opponent] if now.opponent is not None else None
    mates = [shown_name(people[key], private=False) for key in now.mates]
    two = [shown_name(one, private=False) for one in members.get(now.opponent or 0, ())]
    return {
        **of_round,
        "table": now.table,
        "opponent": name_with_members(shown_name(opponent, private=False), two) if opponent is not None else "",
        **({"mates": mates, "stays": now == was} if mates else {}),
    }
