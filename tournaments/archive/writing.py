"""Writing an archive file: read again, it is the same archive."""

from __future__ import annotations

import json
from typing import Any

from tournaments.archive.document import (
    FORMAT,
    FORMAT_2,
    FORMAT_3,
    IN_FORMAT_2,
    Archive,
    ArchiveCut,
    ArchiveEntrant,
    ArchiveFinals,
    ArchiveMatch,
    ArchivePod,
    ArchiveRound,
    ArchiveSettings,
    KnownState,
    MatchKind,
)


def write_archive(archive: Archive) -> str:
    """The archive as the text of a file: without top cuts and awards in the first format, which every reader has."""
    return json.dumps(archive_value(archive), ensure_ascii=False)


def _format(archive: Archive) -> str:
    if archive.in_pods:
        return FORMAT_3
    awards = any(match.kind in IN_FORMAT_2 for each in archive.rounds for match in each.matches)
    return FORMAT_2 if archive.cuts or awards else FORMAT


def archive_value(archive: Archive) -> dict[str, Any]:
    """The archive as JSON has it. The order of a match's games is not kept: they are written as a score."""
    value: dict[str, Any] = {
        "format": _format(archive),
        "settings": _pod_settings(archive.settings) if archive.in_pods else _settings(archive.settings),
        "entrants": [_entrant(entrant) | _state_in(archive, entrant) for entrant in archive.entrants],
        "rounds": [_round(each) | _pods_in(archive, each) for each in archive.rounds],
    }
    if archive.cuts:
        value["cuts"] = [_cut(cut) for cut in archive.cuts]
    if archive.finals is not None:
        value["finals"] = _finals(archive.finals)
    return value


def _round(each: ArchiveRound) -> dict[str, Any]:
    return {"number": each.number, "matches": [_match(match) for match in each.matches]}


def _pods_in(archive: Archive, each: ArchiveRound) -> dict[str, Any]:
    return {"pods": [_pod(pod) for pod in each.pods]} if archive.in_pods else {}


def _pod(pod: ArchivePod) -> dict[str, Any]:
    seats = [{"id": seat.id, "place": seat.place, "manner": seat.manner.value} for seat in pod.seats]
    return {"table": pod.table, "seats": seats, "ended_by_time": pod.ended_by_time}


def _finals(finals: ArchiveFinals) -> dict[str, Any]:
    rounds = [{"pods": [_pod(pod) for pod in pods]} for pods in finals.rounds]
    return {"seeds": list(finals.seeds), "rounds": rounds}


def _pod_settings(settings: ArchiveSettings) -> dict[str, Any]:
    shared = ("points", "rounds", "teams", "team_rounds", "prohibited", "discouraged")
    written = _settings(settings)
    return {key: written[key] for key in shared} | {"pod_places": list(settings.pod_places) or None}


def _settings(settings: ArchiveSettings) -> dict[str, Any]:
    return {
        "points": {"win": settings.win, "draw": settings.draw, "loss": settings.loss},
        "best_of": settings.best_of,
        "rounds": settings.rounds,
        "preset": settings.preset,
        "tiebreaks_from": settings.tiebreaks_from,
        "order": settings.order.value,
        "teams": settings.teams.value,
        "team_rounds": settings.team_rounds,
        "prohibited": [list(pair) for pair in settings.prohibited],
        "discouraged": [list(pair) for pair in settings.discouraged],
    }


def _entrant(entrant: ArchiveEntrant) -> dict[str, Any]:
    return {
        "id": entrant.id,
        "name": entrant.name,
        "team": entrant.team,
        "dropped_after": entrant.dropped_after,
        "disqualified": entrant.disqualified,
        "division": entrant.division,
        "fixed_table": entrant.fixed_table,
    }


def _state_in(archive: Archive, entrant: ArchiveEntrant) -> dict[str, Any]:
    if archive.in_pods:
        return {}
    return {"state": _state(entrant.state) if entrant.state is not None else None}


def _state(state: KnownState) -> dict[str, Any]:
    return {
        "score": state.score,
        "met": list(state.met),
        "had_bye": state.had_bye,
        "floated_down": state.floated_down,
        "floated_up": state.floated_up,
    }


def _match(match: ArchiveMatch) -> dict[str, Any]:
    has_score = match.kind is MatchKind.PLAYED or match.wins1 or match.wins2 or match.draws
    return {
        "table": match.table,
        "players": [match.one] if match.two is None else [match.one, match.two],
        "kind": match.kind.value,
        "winner": match.winner,
        "score": [match.wins1, match.wins2, match.draws] if has_score and not match.open else None,
    }


def _cut(cut: ArchiveCut) -> dict[str, Any]:
    return {
        "division": cut.division,
        "seeds": list(cut.seeds),
        "third_place": cut.third_place,
        "matches": [{"round": one.round, **_match(one.match)} for one in cut.matches],
    }
