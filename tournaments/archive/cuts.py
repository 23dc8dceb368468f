"""The top cuts of an archive: what does not fit in them, and the final places that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardpool.intake.problems import Problem
from tournaments.archive.document import Archive, ArchiveCut, ArchiveMatch, MatchKind
from tournaments.archive.problems import ArchiveFault
from tournaments.play.bracket import MAX_SIZE, MIN_SIZE, Bracket, MatchKey, draw_bracket
from tournaments.play.final_places import cut_places_of, places_among, without

KINDS = frozenset({MatchKind.PLAYED, MatchKind.NO_SHOW, MatchKind.DOUBLE_LOSS, MatchKind.AWARD})
"""How a match of a top cut can end."""


def cut_problems(archive: Archive) -> list[Problem]:
    """Everything that does not fit in the cuts, with its place in the file."""
    problems: list[Problem] = []
    divisions = Counter(cut.division for cut in archive.cuts)
    seeded: set[int] = set()
    for place, cut in enumerate(archive.cuts):
        here = f"cuts[{place}]"
        if divisions[cut.division] > 1 or (len(archive.cuts) > 1 and cut.division is None):
            problems.append(Problem(f"{here}.division", ArchiveFault.WHOSE_CUT))
        own = _seed_problems(archive, cut, seeded, f"{here}.seeds")
        seeded.update(cut.seeds)
        problems += own or _results_of(cut, here)[1]
    return problems


def _seed_problems(archive: Archive, cut: ArchiveCut, seeded: set[int], path: str) -> list[Problem]:
    if not MIN_SIZE <= len(cut.seeds) <= MAX_SIZE:
        facts = {"least": str(MIN_SIZE), "most": str(MAX_SIZE), "found": str(len(cut.seeds))}
        return [Problem(path, ArchiveFault.WRONG_SIZE, facts)]
    times = Counter(cut.seeds)
    twice = [key for key in times if times[key] > 1 or key in seeded]
    unknown = [key for key in times if key not in archive.by_id]
    strange = [
        key
        for key in times
        if cut.division is not None and key in archive.by_id and archive.by_id[key].division != cut.division
    ]
    found = [(ArchiveFault.SEEDED_TWICE, twice), (ArchiveFault.NO_SUCH_ENTRANT, unknown)]
    found.append((ArchiveFault.WRONG_DIVISION, strange))
    return [Problem(path, fault, {"id": key}) for fault, keys in found for key in keys]


def bracket_of(cut: ArchiveCut) -> Bracket:
    """The fixed part of a cut."""
    return Bracket(cut.seeds, cut.third_place)


def results_of(cut: ArchiveCut) -> dict[MatchKey, int | None]:
    """Who advanced, by match; None: nobody did."""
    return _results_of(cut, "")[0]


def _results_of(cut: ArchiveCut, path: str) -> tuple[dict[MatchKey, int | None], list[Problem]]:
    """The results in the order of the rounds, and the matches that do not fit; one without a result says nothing."""
    bracket, results, problems = bracket_of(cut), dict[MatchKey, int | None](), list[Problem]()
    for place, one in sorted(enumerate(cut.matches), key=lambda found: found[1].round):
        here, match = f"{path}.matches[{place}]", one.match
        if match.kind not in KINDS:
            problems.append(Problem(f"{here}.kind", ArchiveFault.NO_DRAWS, {"kind": match.kind.value}))
            continue
        players = {match.one, match.two}
        drawn = draw_bracket(bracket, results)[one.round - 1] if one.round <= bracket.rounds else ()
        key = next((each.key for each in drawn if players == {each.one.entrant, each.two.entrant}), None)
        if key is None or key in results:
            facts = {"one": str(match.one), "two": str(match.two), "round": str(one.round)}
            problems.append(Problem(f"{here}.players", ArchiveFault.NOT_IN_BRACKET, facts))
        elif _is_level(match):
            problems.append(Problem(here, ArchiveFault.NO_WINNER))
        elif not match.open:
            results[key] = _winner(match)
    return results, problems


def _is_level(match: ArchiveMatch) -> bool:
    """Whether a match that is over says of nobody that they advance."""
    if match.kind is MatchKind.AWARD:
        return match.winner is None
    return match.kind is MatchKind.PLAYED and not match.open and match.wins1 == match.wins2


def _winner(match: ArchiveMatch) -> int | None:
    if match.kind is MatchKind.DOUBLE_LOSS:
        return None
    is_first = match.wins1 > match.wins2 if match.kind is MatchKind.PLAYED else match.winner == 1
    return match.one if is_first else match.two


def final_places(archive: Archive, ranks: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The final place of everybody in the table, in the division where each had a cut; empty without cuts.

    `ranks` are the entrants of the table with their ranks, in order. Places of a cut come first, then the ranks; behind
    somebody disqualified everybody moves up.
    """
    by_division = {cut.division: cut for cut in archive.cuts}
    barred = {entrant.id for entrant in archive.entrants if entrant.disqualified}
    ranked = list(ranks)

    def own(key: int) -> str | None:
        return None if None in by_division else archive.by_id[key].division

    places: dict[int, int] = {}
    for division in dict.fromkeys(own(key) for key, _rank in ranked) if archive.cuts else ():
        cut = by_division.get(division)
        first = cut_places_of(bracket_of(cut), results_of(cut)) if cut is not None else {}
        places |= without(barred, places_among([pair for pair in ranked if own(pair[0]) == division], first))
    return places
