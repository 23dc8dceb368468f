"""What is decided by hand about the draft of a round, and writing it down: who meets, who does not, who has the bye."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from accounts.actor import Actor
from accounts.refusals import Refusal
from tournaments.models import DecidedPair, KeepApart, Registration, Round, Tournament
from tournaments.services.draft_seats import DraftSeats
from tournaments.services.entries.apart import allow_pairing, keep_apart
from tournaments.services.entries.assigned import award_in_draft, take_award_back
from tournaments.swiss.costs import ordered


class What(StrEnum):
    """What is decided: two meet, they do not meet in this round or in the whole event, or nothing about them any more;
    one has the bye, or is paired after all."""

    MEET = "meet"
    APART = "apart"
    NEVER = "never"
    FREE = "free"
    BYE = "bye"
    PAIRED = "paired"


ABOUT_ONE = frozenset({What.BYE, What.PAIRED})
"""What is decided about one entrant."""
TAKES_BACK = frozenset({What.FREE, What.PAIRED})
"""What takes a decision back, and needs no reason."""


@dataclass(frozen=True)
class Decision:
    """What is decided about two entrants; their order says nothing. About one, `other` says nothing either. With
    `again` the whole draft is drawn again, else as many tables as possible stay."""

    what: What
    one: int
    other: int = 0
    again: bool = False

    @property
    def keys(self) -> tuple[int, int]:
        """The two, the smaller key first."""
        return ordered(self.one, self.other)

    @property
    def entrants(self) -> tuple[int, ...]:
        """Whom it is about, the smaller key first."""
        return (self.one,) if self.what in ABOUT_ONE else self.keys

    @property
    def name(self) -> str:
        """What is decided about whom: the seeds of the parts are named by it."""
        return "/".join(map(str, (self.what, *self.entrants))) + ("/again" if self.again else "")


def write_decision(
    *, actor: Actor, tournament: Tournament, round: Round, decision: Decision, seats: DraftSeats, reason: str
) -> None:
    """Write down what is decided about a draft with these seats, or take it back. The tournament's row is locked.

    Raises Refusal `nothing_decided`, `nothing_assigned`, `choose_two_players`, `not_in_round`, `decided_already`, and
    what `award_in_draft` raises.
    """
    if decision.what in ABOUT_ONE:
        write_bye(
            actor=actor, tournament=tournament, round=round, decision=decision, places=seats.places, reason=reason
        )
        return
    one, other = decision.keys
    own = DecidedPair.objects.filter(tournament=tournament, number=round.number)
    if decision.what is What.FREE:
        taken = own.filter(registration_a=one, registration_b=other).delete()[0]
        kept = KeepApart.objects.filter(tournament=tournament, registration_a=one, registration_b=other).first()
        if not taken and kept is None:
            raise Refusal("nothing_decided", number=round.number)
        if not taken and kept is not None:
            allow_pairing(actor=actor, tournament_id=tournament.pk, keep_apart_id=kept.pk)
        return
    if one == other:
        raise Refusal("choose_two_players", field="other")
    if not {one, other} <= seats.places.keys():
        raise Refusal("not_in_round", number=round.number)
    if decision.what is What.NEVER:
        own.filter(registration_a=one, registration_b=other).delete()
        keep_apart(actor=actor, tournament_id=tournament.pk, registration_a=one, registration_b=other, is_hard=True)
        return
    if decision.what is What.MEET:
        _refuse_twice(tournament, round, decision)
    DecidedPair.objects.update_or_create(
        tournament=tournament,
        number=round.number,
        registration_a_id=one,
        registration_b_id=other,
        defaults={
            "meets": decision.what is What.MEET,
            "reason": reason,
            "decided_by": actor.label[:150],
        },
    )


def write_bye(
    *,
    actor: Actor,
    tournament: Tournament,
    round: Round,
    decision: Decision,
    places: Collection[int],
    reason: str,
) -> None:
    """Write down that one entrant has the bye of a round whose draft has these `places`, or is in it after all.

    Raises Refusal `not_in_round`, `nothing_assigned`, `decided_already`, and what `award_in_draft` raises.
    """
    entry = tournament.registrations.filter(pk=decision.one).first()
    if entry is None or (decision.what is What.BYE and entry.pk not in places):
        raise Refusal("not_in_round", number=round.number)
    if decision.what is What.PAIRED:
        take_award_back(entry, round.number)
        return
    _refuse_twice(tournament, round, decision)
    award_in_draft(actor=actor, registration=entry, number=round.number, reason=reason)


def _refuse_twice(tournament: Tournament, round: Round, decision: Decision) -> None:
    """Raises Refusal `decided_already` where somebody whom it is about meets another by decision."""
    pairs = DecidedPair.objects.filter(tournament=tournament, number=round.number, meets=True)
    for pair in pairs.values_list("registration_a", "registration_b"):
        if pair != decision.entrants and set(pair) & set(decision.entrants):
            names = Registration.objects.filter(pk__in=pair).order_by("pk").values_list("name", flat=True)
            raise Refusal("decided_already", names=list(names))
