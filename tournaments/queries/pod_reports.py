"""What players have reported of their own pods."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from tournaments.models import Pod, PodReport, Registration, Round, Tournament
from tournaments.pods.agreeing import agreed_places, reports_needed, still_said, winners_alone
from tournaments.queries.calls import call_at
from tournaments.queries.pods import PodRow, SeatRow
from tournaments.queries.silence import is_past_time


@dataclass(frozen=True)
class SaidPlaces:
    """The places of a pod as somebody reports them: `winners` have the first, `is_whole` says the order of the others,
    too."""

    seats: tuple[SeatRow, ...]
    places: Mapping[int, int]

    @property
    def placed(self) -> list[tuple[Registration, int]]:
        """Entries with their places, from the first on."""
        entries = [row.registration for row in self.seats if row.registration.pk in self.places]
        return sorted(((entry, self.places[entry.pk]) for entry in entries), key=lambda one: one[1])

    @property
    def winners(self) -> list[Registration]:
        return [entry for entry, place in self.placed if place == 1]

    @property
    def is_drawn(self) -> bool:
        """Whether all share the first place."""
        return len(self.winners) == len(self.places)

    @property
    def is_whole(self) -> bool:
        return dict(self.places) != winners_alone(self.places)

    @property
    def value(self) -> str:
        """As a form sends it: `12:1,15:2`."""
        return write_places(self.places)


@dataclass(frozen=True)
class PodSaid:
    """What a player reported last, for staff and for the others at the table."""

    entry: Registration
    said: SaidPlaces
    at: datetime


@dataclass(frozen=True)
class OwnPodReport:
    """How the reports of a pod stand for one of its players.

    `reports` are the newest of each player, in the order of seats. `by_place`: points follow from places, so that every
    place is asked for. `is_late`: the round's time is over for this table. `is_judge_called`: the reports differ, and a
    judge has been called to the table. `key` marks what is sent from this showing.
    """

    entry: Registration
    row: PodRow
    reports: tuple[PodSaid, ...]
    by_place: bool
    is_late: bool = False
    is_judge_called: bool = False
    key: str = field(default_factory=lambda: secrets.token_hex(16))

    @property
    def pod(self) -> Pod:
        return self.row.pod

    @property
    def mine(self) -> SaidPlaces | None:
        """What the player has reported."""
        return next((one.said for one in self.reports if one.entry.pk == self.entry.pk), None)

    @property
    def others(self) -> list[PodSaid]:
        """What the others have reported."""
        return [one for one in self.reports if one.entry.pk != self.entry.pk]

    @property
    def different(self) -> list[PodSaid]:
        """Reports of others that the player can confirm, one of each."""
        found: dict[str, PodSaid] = {}
        for one in self.others:
            if self.mine is None or one.said.value != self.mine.value:
                found.setdefault(one.said.value, one)
        return list(found.values())

    @property
    def differ(self) -> bool:
        """Whether the reports contradict each other."""
        return bool(self.reports) and agreed(self.reports, by_place=self.by_place) is None

    @property
    def missing(self) -> int:
        """How many more have to say the same."""
        return max(0, reports_needed(len(self.players)) - len(self.reports))

    @property
    def players(self) -> list[Registration]:
        """Who has a place to be reported, in the order of seats."""
        return [row.registration for row in self.row.seats if row.is_there]

    @property
    def wins(self) -> list[SaidPlaces]:
        """A report for each player who may have won, the others level behind; the player's own first."""
        keys = [entry.pk for entry in self.players]
        own = sorted(keys, key=lambda key: key != self.entry.pk)
        return [SaidPlaces(self.row.seats, {one: 1 if one == key else 2 for one in keys}) for key in own]

    @property
    def drawn(self) -> SaidPlaces:
        """The report that nobody won."""
        return SaidPlaces(self.row.seats, {entry.pk: 1 for entry in self.players})

    @property
    def numbers(self) -> range:
        """The places there are."""
        return range(1, len(self.players) + 1)

    @property
    def stand(self) -> str:
        """A short text that is another one once there is news."""
        parts = [f"{one.entry.pk}-{one.said.value}" for one in self.reports]
        words = {"late": self.is_late, "judge": self.is_judge_called}
        return "_".join([*parts, *(word for word, holds in words.items() if holds)]).replace(":", "-").replace(",", ".")


def write_places(places: Mapping[int, int]) -> str:
    """Places as a form sends them: entry and place, `12:1,15:2`."""
    return ",".join(f"{key}:{place}" for key, place in sorted(places.items()))


def agreed(reports: Sequence[PodSaid], *, by_place: bool) -> dict[int, int] | None:
    """What the reports have in common (`tournaments.pods.agreeing`)."""
    return agreed_places([one.said.places for one in reports], by_place=by_place)


def pod_reports(row: PodRow) -> list[PodSaid]:
    """The newest report of each player of a pod, in the order of seats. One query where there are any.

    What was reported before staff changed the result is left out, what players reported who have gone since, and what
    says nothing of those who are there (`tournaments.pods.agreeing.still_said`); so are the places of who has gone.
    """
    if row.pod.report_state == Pod.ReportState.NONE:
        return []
    found = PodReport.objects.filter(pod=row.pod, version=row.pod.version, is_superseded=False).order_by("pk")
    newest = {report.registration_id: report for report in found}
    there = [one.registration.pk for one in row.seats if one.is_there]
    return [
        PodSaid(one.registration, SaidPlaces(row.seats, places), report.reported_at)
        for one in row.seats
        if one.is_there
        and (report := newest.get(one.registration.pk)) is not None
        and (places := still_said(dict(report.places), there)) is not None
    ]


def counted_places(row: PodRow, said: Collection[int]) -> dict[int, int]:
    """The places of the result, of those whom a report names."""
    counted = {one.registration.pk: one.seat.place for one in row.seats if not one.is_last}
    return {key: place for key, place in counted.items() if place is not None and key in said}


def contradicts_pod(row: PodRow, said: Mapping[int, int]) -> bool:
    """Whether a report says another result than the one entered: where points go by place, in any place."""
    known = counted_places(row, said)
    winners, listed = ({key for key, place in one.items() if place == 1} for one in (known, said))
    return known != dict(said) and (bool(row.pod.round.tournament.pod_places) or winners != listed)


def is_contradicted(row: PodRow) -> bool:
    """Whether a player's newest report says another result than the one entered; of a disputed pod."""
    return any(contradicts_pod(row, one.said.places) for one in pod_reports(row))


def own_pod_report(entry: Registration, row: PodRow | None) -> OwnPodReport | None:
    """The entrant's side of a pod that waits for its result; None where nothing can be reported. One query or none; two
    where reports differ."""
    if row is None or row.pod.is_complete or row.pod.round.status != Round.Status.PUBLISHED:
        return None
    tournament = row.pod.round.tournament
    if (
        not tournament.players_report
        or tournament.phase == Tournament.Phase.CANCELLED
        or not row.seat_of(entry.pk).is_there
    ):
        return None
    own = OwnPodReport(
        entry=entry,
        row=row,
        reports=tuple(pod_reports(row)),
        by_place=bool(tournament.pod_places),
        is_late=is_past_time(row.pod),
    )
    return replace(own, is_judge_called=True) if own.differ and call_at(row.pod) is not None else own
