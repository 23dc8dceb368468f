"""The part of an archive file that only an event in pods has: pods with their seats, and the final pods."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardpool.intake.problems import Problem
from tournaments.archive.document import Archive, ArchiveFinals, ArchivePod, ArchiveRound, ArchiveSeat
from tournaments.archive.problems import ArchiveFault
from tournaments.archive.table import MAX_INTEGER, MAX_POINTS, ArchiveTable, required_integer
from tournaments.pods.entrants import POD, SHORT_POD
from tournaments.pods.finals import FINAL_SIZES, MIN_SEEDED
from tournaments.pods.results import Manner

MIN_FINALISTS = 2
"""Who meets in the final, where others of their pods have left."""
FINAL_ROUNDS = 2


def read_places(table: ArchiveTable) -> tuple[int, ...]:
    """What the four places are worth; empty where won, drawn and lost pods count."""
    places = table.integers("pod_places", default=None, repeats=True, at_least=0, at_most=MAX_POINTS) or ()
    if places and (len(places) != POD or list(places) != sorted(places, reverse=True) or places[0] == places[-1]):
        table.wrong_type("pod_places", "four whole numbers, none above the one before it, not all equal", list(places))
        return ()
    return places


def read_pods(table: ArchiveTable) -> tuple[ArchivePod, ...]:
    """The pods of a round."""
    return tuple(_pod(each) for each in table.tables("pods", empty=True))


def read_finals(table: ArchiveTable | None) -> ArchiveFinals | None:
    """The final pods, where there are any."""
    if table is None:
        return None
    seeds = table.integers("seeds", repeats=True, at_most=MAX_INTEGER)
    rounds = []
    for each in table.tables("rounds", default=()):
        rounds.append(read_pods(each))
        each.finish()
    table.finish()
    return ArchiveFinals(seeds, tuple(rounds))


def _pod(table: ArchiveTable) -> ArchivePod:
    pod = ArchivePod(
        tuple(_seat(each) for each in table.tables("seats")),
        table.integer("table", default=None, at_most=MAX_INTEGER),
        table.flag("ended_by_time"),
    )
    table.finish()
    return pod


def _seat(table: ArchiveTable) -> ArchiveSeat:
    key = required_integer(table, "id", at_least=0, at_most=MAX_INTEGER)
    seat = ArchiveSeat(
        key if key is not None else -1,
        table.integer("place", default=None, at_least=1, at_most=POD),
        Manner(table.text("manner", default=Manner.PLAYED.value, choices=list(Manner))),
    )
    table.finish()
    return seat


def pod_problems(archive: Archive, rounds: Sequence[ArchiveRound]) -> list[Problem]:
    """Everything that does not fit in the pods, with its place in the file; rounds stand in the order of the file."""
    problems: list[Problem] = []
    for place, each in enumerate(rounds):
        alone = {match.one for match in each.matches}
        problems += _round_problems(archive, each.pods, alone, f"rounds[{place}]", least=SHORT_POD)
    if archive.finals is not None:
        problems += _finals_problems(archive, archive.finals)
    return problems


def _finals_problems(archive: Archive, finals: ArchiveFinals) -> list[Problem]:
    problems: list[Problem] = []
    least, most = min(MIN_SEEDED.values()), max(FINAL_SIZES)
    if not least <= len(finals.seeds) <= most:
        facts = {"least": str(least), "most": str(most), "found": str(len(finals.seeds))}
        problems.append(Problem("finals.seeds", ArchiveFault.WRONG_SIZE, facts))
    seen: set[int] = set()
    for key in finals.seeds:
        if key in seen:
            problems.append(Problem("finals.seeds", ArchiveFault.SEEDED_TWICE, {"id": key}))
        elif key not in archive.by_id:
            problems.append(Problem("finals.seeds", ArchiveFault.NO_SUCH_ENTRANT, {"id": key}))
        seen.add(key)
    if len(finals.rounds) > FINAL_ROUNDS or any(len(pods) > 1 for pods in finals.rounds[1:]):
        problems.append(Problem("finals.rounds", ArchiveFault.NOT_ONE_FINAL))
    playing = seen
    for place, pods in enumerate(finals.rounds):
        here = f"finals.rounds[{place}]"
        problems += _round_problems(archive, pods, set(), here, least=MIN_FINALISTS if place else SHORT_POD)
        strangers = [key for key in _players(pods) if key in archive.by_id and key not in playing]
        problems += [Problem(here, ArchiveFault.NOT_IN_FINALS, {"id": key}) for key in strangers]
        playing = set(_players(pods))
    return problems


def _round_problems(
    archive: Archive, pods: Sequence[ArchivePod], playing: set[int], path: str, *, least: int
) -> list[Problem]:  # fmt: skip
    problems: list[Problem] = []
    for place, pod in enumerate(pods):
        here = f"{path}.pods[{place}].seats"
        if not least <= len(pod.seats) <= POD:
            facts = {"least": str(least), "most": str(POD), "found": str(len(pod.seats))}
            problems.append(Problem(here, ArchiveFault.WRONG_POD, facts))
        for seat in pod.seats:
            if seat.id >= 0 and seat.id not in archive.by_id:
                problems.append(Problem(here, ArchiveFault.NO_SUCH_ENTRANT, {"id": seat.id}))
            elif seat.id in playing:
                problems.append(Problem(here, ArchiveFault.TWICE_IN_ROUND, {"id": seat.id}))
            playing.add(seat.id)
        if not _is_order(pod):
            problems.append(Problem(here, ArchiveFault.NO_ORDER))
    return problems


def _is_order(pod: ArchivePod) -> bool:
    """Whether nobody has a place, or everybody the one that follows from how many finished before them."""
    given = [seat for seat in pod.seats if seat.place is not None]
    if len(given) != len(pod.seats):
        return not given
    return all(result.place == 1 + sum(result.follows(other) for other in pod.result) for result in pod.result)


def _players(pods: Iterable[ArchivePod]) -> list[int]:
    return [seat.id for pod in pods for seat in pod.seats]
