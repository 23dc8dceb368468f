"""Whether a draft still has everybody it should have: one that does not cannot be published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from accounts.refusals import Refusal
from tournaments.models import Bye, MissedRound, Registration, Round, Tournament
from tournaments.queries.cut_drops import cut_drop_policy, is_in_cut, passed_over
from tournaments.queries.history import in_round


@dataclass(frozen=True)
class Outdated:
    """Why a draft has to be discarded, and drawn again: `left` are in it and have left, or have two places; `new` have
    no place and should have one."""

    round: Round
    code: str
    left: tuple[Registration, ...] = ()
    new: tuple[Registration, ...] = ()

    @property
    def refusal(self) -> Refusal:
        """What publishing the draft is refused with."""
        left, new = ([entry.name for entry in entries] for entries in (self.left, self.new))
        return Refusal(self.code, number=self.round.number, left=left, new=new)


def read_outdated(round: Round) -> Outdated | None:
    """What keeps a draft from being published; None where nothing does.

    `draft_out_of_date` for a Swiss round. Of the top cut, as long as none of its rounds was published,
    `cut_out_of_date` where somebody seeded has left and is to be replaced, and `cut_passes_over` where somebody else
    has a place; nobody is promoted into the place of a player who leaves later (Magic Tournament Rules 2.10). Of a
    final pod `final_out_of_date`: the next of their pod has the seat of one who has left (`pods.finals.next_pod`).
    """
    tournament = round.tournament
    if round.stage == Round.Stage.SWISS:
        return _outdated_swiss(tournament, round)
    if not tournament.rounds.filter(stage=Round.Stage.TOP_CUT, number__lt=round.number).exists():
        return _outdated_seeds(tournament, round)
    seats = round.pod_seats.exclude(registration__status=Registration.Status.ACTIVE).order_by("seat")
    left = tuple(seat.registration for seat in seats.select_related("registration"))
    return Outdated(round, "final_out_of_date", left=left) if left else None


def _outdated_seeds(tournament: Tournament, round: Round) -> Outdated | None:
    seeded = tournament.registrations.filter(seed__isnull=False)
    if cut_drop_policy(tournament) is Tournament.CutDrop.WALK_OVER:  # Also one who left while the round was published.
        seeded = seeded.exclude(status=Registration.Status.DROPPED)
    left = tuple(entry for entry in seeded.order_by("seed") if not is_in_cut(tournament, entry))
    if left:
        return Outdated(round, "cut_out_of_date", left=left)
    over = tuple(passed_over(tournament))
    return Outdated(round, "cut_passes_over", new=over) if over else None


def _outdated_swiss(tournament: Tournament, round: Round) -> Outdated | None:
    """Whether every entrant of the round has exactly one place in it, and nobody else has one.

    Late entrants, whose first round is a later one, may have an awarded bye or a loss in it.
    """
    expected = set(in_round(tournament, round.number).values_list("pk", flat=True))
    playing = tournament.registrations.filter(status=Registration.Status.ACTIVE)
    paired: Counter[int] = Counter()
    for one, two in round.matches.values_list("player1", "player2"):
        paired.update((one, two))
    if tournament.is_in_pods:
        paired.update(round.pod_seats.values_list("registration", flat=True))
    paired.update(round.byes.filter(kind=Bye.Kind.PAIRED).values_list("registration", flat=True))
    given = Counter(round.byes.filter(kind=Bye.Kind.AWARDED).values_list("registration", flat=True))
    missed = set(MissedRound.objects.filter(round=round).values_list("registration", flat=True))
    left = (set(paired) - expected) | (set(given) | missed) - set(playing.values_list("pk", flat=True))
    left |= {key for key, count in (paired + given).items() if count > 1}
    new = expected - set(paired) - set(given) - missed
    if not left and not new:
        return None
    return Outdated(round, "draft_out_of_date", _entries(left), _entries(new))


def _entries(keys: Collection[int]) -> tuple[Registration, ...]:
    return tuple(Registration.objects.filter(pk__in=keys).order_by("pk")) if keys else ()
