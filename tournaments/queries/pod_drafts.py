"""A draft in pods: who sits where, what it costs, and what is unusual about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Bye, PairingStep, PodRevision, PodSeat, Registration, Round, Tournament
from tournaments.pods.costs import levels_of
from tournaments.pods.entrants import POD, SHORT_POD, PodField, PodLevels
from tournaments.pods.sizes import MIN_PLAYERS, PodSizes, sizes_of
from tournaments.queries.assigned import assigned_rows
from tournaments.queries.decided_pairs import met_by_decision
from tournaments.queries.draft_marks import DraftMark, MarkKind
from tournaments.queries.history import in_round, to_be_paired
from tournaments.queries.name_order import spoken_key
from tournaments.queries.pod_record import pod_field
from tournaments.receipts.document import PODS
from tournaments.receipts.pod_round import read_seating
from tournaments.receipts.strict import Misfit


@dataclass(frozen=True)
class PodDraft:
    """The pods of a draft by key, their tables, each entry by its seat, and who has a paired bye."""

    tables: Mapping[int, int | None]
    pods: Mapping[int, tuple[int, ...]]
    byes: tuple[int, ...]

    @property
    def places(self) -> dict[int, tuple[int | None, int | None]]:
        """Pod and seat of everybody; neither with the bye."""
        seated = {key: (pod, seat) for pod, keys in self.pods.items() for seat, key in enumerate(keys, start=1)}
        return {**dict.fromkeys(self.byes, (None, None)), **seated}

    def table_of(self, key: int) -> int | None:
        """The table of an entry; None with the bye, and of who is not in the draft."""
        pod = self.places.get(key, (None, None))[0]
        return self.tables[pod] if pod is not None else None

    def company_of(self, key: int) -> frozenset[int]:
        """Who sits with an entry; nobody with the bye."""
        pod = self.places.get(key, (None, None))[0]
        return frozenset(self.pods[pod]) - {key} if pod is not None else frozenset()

    @property
    def by_table(self) -> list[tuple[int | None, tuple[int, ...]]]:
        """The seats of each table: the same for drafts that differ in nothing but the keys of their pods."""
        return sorted(
            ((self.tables[pod], keys) for pod, keys in self.pods.items()), key=lambda one: (one[0] or 0, one[1])
        )


def pod_draft(round: Round) -> PodDraft:
    """The seats of a draft as they are now. Three queries."""
    pods: dict[int, list[int]] = {}
    tables = dict(round.pods.order_by("table", "pk").values_list("pk", "table"))
    for pod, entry in PodSeat.objects.filter(round=round).order_by("pod", "seat").values_list("pod", "registration"):
        pods.setdefault(pod, []).append(entry)
    byes = round.byes.filter(kind=Bye.Kind.PAIRED).order_by("pk").values_list("registration", flat=True)
    return PodDraft(tables, {key: tuple(entries) for key, entries in pods.items()}, tuple(byes))


def cost_of(field: PodField, draft: PodDraft) -> PodLevels:
    """What the draft costs; players who have left since are not counted."""
    known = field.by_id
    pods = [[key for key in pod if key in known] for pod in draft.pods.values()]
    return levels_of(field, pods, [key for key in draft.byes if key in known])


def pod_draft_marks(round: Round) -> list[DraftMark]:
    """What is unusual about a draft: players together who have met, or are to be kept apart, those who are not together
    though it was decided, and a second bye. Nothing of final pods, which the seeds decide."""
    if round.stage == Round.Stage.TOP_CUT:
        return []
    draft, field = pod_draft(round), pod_field(round.tournament, round.number)
    return marks_of(round, draft, field)


def marks_of(round: Round, draft: PodDraft, field: PodField) -> list[DraftMark]:
    """The same for a draft that was read; one query for the names, one for decisions, one for earlier byes."""
    found: list[tuple[MarkKind, tuple[int, ...]]] = []
    for pod in draft.pods.values():
        found += [(kind, pair) for pair in _pairs(pod) for kind in _kinds(field, pair)]
    met = met_by_decision(round)
    sits = {frozenset(pair) for pod in draft.pods.values() for pair in _pairs(pod)}
    found += [(MarkKind.PARTED, tuple(sorted(pair))) for pair in met - sits if pair <= draft.places.keys()]
    had = Bye.objects.filter(round__tournament=round.tournament_id, kind=Bye.Kind.PAIRED, registration__in=draft.byes)
    again = set(had.exclude(round=round).values_list("registration", flat=True))
    found += [(MarkKind.SECOND_BYE, (key,)) for key in draft.byes if key in again]
    entries = round.tournament.registrations.in_bulk({key for _kind, keys in found for key in keys})
    return [
        DraftMark(kind, entries[keys[0]], entries[keys[1]] if len(keys) > 1 else None)
        for kind, keys in found
        if all(key in entries for key in keys)
    ]


def drawn_field(tournament: Tournament, number: int) -> PodField | None:
    """The field that the newest seating of a round was made of; None where no step says it in the present form."""
    steps = PairingStep.objects.filter(tournament=tournament, number=number, kind=PODS).order_by("-position")
    facts = steps.values_list("facts", flat=True).first()
    try:
        return read_seating(facts, "facts").field if facts is not None else None
    except Misfit:
        return None


@dataclass(frozen=True)
class DraftPeople:
    """Who has left since a draft was seated, who has come, and the sizes it has and would have; `then` is None where
    too few are left for a pod."""

    left: tuple[Registration, ...]
    new: tuple[Registration, ...]
    now: PodSizes
    then: PodSizes | None

    @property
    def seated(self) -> int:
        """How many players the draft has, those with the bye included."""
        return POD * self.now.fours + SHORT_POD * self.now.threes + self.now.byes

    @property
    def is_changed(self) -> bool:
        """Whether the draft has to be seated again: it cannot be published as it is."""
        return bool(self.left or self.new)


def draft_people(round: Round) -> DraftPeople:
    """Everybody of a draft in pods against everybody who is to be in the round. Seven queries at most."""
    tournament, draft = round.tournament, pod_draft(round)
    here = set(in_round(tournament, round.number).values_list("pk", flat=True))
    wanted = set(to_be_paired(tournament, round.number).values_list("pk", flat=True))
    given = {key for key, _kind in assigned_rows(round)}
    seated = set(draft.places)
    left, new = (seated - wanted) | (given - here), wanted - seated
    people = tournament.registrations.in_bulk(left | new) if left | new else {}
    sizes = [len(pod) for pod in draft.pods.values()]
    return DraftPeople(
        left=tuple(people[key] for key in sorted(left)),
        new=tuple(people[key] for key in sorted(new)),
        now=PodSizes(sizes.count(POD), sizes.count(SHORT_POD), len(draft.byes)),
        then=sizes_of(len(wanted)) if len(wanted) >= MIN_PLAYERS else None,
    )


def is_before_correction(round: Round) -> bool:
    """Whether a pod of an earlier round was corrected or cleared after this draft in pods was seated: seated again it
    would follow the standings as they are now."""
    is_draft = round.status == Round.Status.DRAFT and round.stage == Round.Stage.SWISS
    if not is_draft or not round.tournament.is_in_pods:
        return False
    earlier = PodRevision.objects.filter(pod__round__tournament=round.tournament, pod__round__number__lt=round.number)
    return earlier.filter(changed_at__gt=round.created_at).exists()


def _pairs(pod: Sequence[int]) -> list[tuple[int, int]]:
    return [(one, two) for place, one in enumerate(pod) for two in pod[place + 1 :]]


def _kinds(field: PodField, pair: tuple[int, int]) -> list[MarkKind]:
    one, two = (field.by_id.get(key) for key in pair)
    kinds = [MarkKind.KEPT_APART] if frozenset(pair) in field.apart else []
    return kinds + ([MarkKind.REMATCH] if one is not None and two is not None and one.met.get(two.id) else [])


def seated_people(round: Round) -> list[Registration]:
    """Who can be exchanged in a draft, as names are spoken: everybody at a pod, and who has a paired bye."""
    entries = round.tournament.registrations.in_bulk(list(pod_draft(round).places))
    return sorted(entries.values(), key=lambda entry: (spoken_key(entry.name), entry.pk))
