"""Two players of a draft in pods exchanged, and the draft marked as edited by hand; the caller holds the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import Bye, PodSeat, Round, Tournament
from tournaments.queries.draft_marks import DraftMark, MarkKind
from tournaments.queries.pod_drafts import PodDraft, cost_of, drawn_field, marks_of, pod_draft
from tournaments.queries.pod_record import pod_field
from tournaments.receipts.document import SWAP
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import write_step
from tournaments.services.pod_change import PodChange


@dataclass(frozen=True)
class PodSwap(PodChange):
    """An exchange, and the marks of the two players after it."""

    marks: tuple[DraftMark, ...]


def exchange(
    actor: Actor, tournament: Tournament, round: Round, one: int, other: int, **facts: Any
) -> PodSwap:  # fmt: skip
    """Exchange two entrants of a draft, with a line of the log, to which `facts` go, and a step of the receipt.

    Raises Refusal `nothing_changed`, `not_in_round`.
    """
    if one == other:
        raise Refusal("nothing_changed")
    before = pod_draft(round)
    people = tournament.registrations.in_bulk([one, other])
    if len(people) < 2 or not {one, other} <= before.places.keys():
        raise Refusal("not_in_round", number=round.number)
    drawn = as_drawn(round, before)
    _exchange(round, one, other)
    after, field = pod_draft(round), pod_field(tournament, round.number)
    swap = PodSwap(
        before,
        after,
        cost_of(field, before),
        cost_of(field, after),
        tuple(mark for mark in marks_of(round, after, field) if mark.keys & {one, other}),
    )
    mark_edited(round, after, drawn, asdict(swap.then))
    then = cost_of(drawn_field(tournament, round.number) or field, after)
    write_step(actor, tournament, round.number, SWAP, {"one": one, "two": other, "cost": list(asdict(then).values())})
    facts["entries"] = [one, other]
    _log(actor, tournament, round, swap, people[one].name, people[other].name, **facts)
    return swap


def as_drawn(round: Round, draft: PodDraft) -> dict[str, Any]:
    """Seats, tables and facts of the draft as it was seated: kept with it from the first edit on."""
    kept: dict[str, Any] = round.pairing.get("as_paired") or {"seats": _seats(draft), "facts": round.pairing}
    return {"tables": _tables(draft), **kept}


def mark_edited(round: Round, draft: PodDraft, drawn: Mapping[str, Any], achieved: Mapping[str, int]) -> None:
    """Mark the draft as edited by hand, with what it costs now; edited back to what was drawn, it is what was drawn.

    What is proved about a seating holds at any tables, and for no other seats.
    """
    is_exchanged = _seats(draft) != drawn["seats"]
    round.edited_by_hand = is_exchanged or _tables(draft) != drawn["tables"]
    facts = drawn["facts"]
    if is_exchanged:
        kept = {**facts["pods"], "achieved": dict(achieved)}
        round.pairing = {"certified": False, "pods": kept, "is_exchanged": True, "as_paired": dict(drawn)}
    elif round.edited_by_hand:
        round.pairing = {**facts, "is_exchanged": False, "as_paired": dict(drawn)}
    else:
        round.pairing = facts
    round.save(update_fields=["edited_by_hand", "pairing"])


def _seats(draft: PodDraft) -> list[list[int | None]]:
    """Who sits where, as `Round.pairing` keeps it of the draft as it was seated: pod, seat, entry."""
    return [[pod, seat, key] for key, (pod, seat) in sorted(draft.places.items())]


def _tables(draft: PodDraft) -> list[list[int | None]]:
    return [[pod, table] for pod, table in sorted(draft.tables.items())]


def _exchange(round: Round, one: int, other: int) -> None:
    new = {one: other, other: one}
    seats = list(PodSeat.objects.filter(round=round, registration__in=new))
    byes = list(Bye.objects.filter(round=round, registration__in=new, kind=Bye.Kind.PAIRED))
    for seat in seats:
        seat.registration_id = new[seat.registration_id]
    for bye in byes:
        bye.registration_id = new[bye.registration_id]
    PodSeat.objects.bulk_update(seats, ["registration"])
    Bye.objects.bulk_update(byes, ["registration"])


def _log(
    actor: Actor, tournament: Tournament, round: Round, swap: PodSwap, player1: str, player2: str, **facts: Any
) -> None:  # fmt: skip
    together = [mark for mark in swap.marks if mark.other is not None]
    second = [mark.one.name for mark in swap.marks if mark.kind is MarkKind.SECOND_BYE]
    write_log(
        tournament,
        actor,
        "players_swapped",
        round=round.number,
        player1=player1,
        player2=player2,
        tables=[swap.before.table_of(key) for key in facts["entries"]],
        rematches=[[mark.one.name, mark.other.name] for mark in together if mark.other is not None],
        second_bye=second[0] if second else "",
        **facts,
    )
