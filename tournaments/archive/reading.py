"""Reading an archive file strictly: every fault with its place, nothing passed over. Start: `read_archive`."""

from __future__ import annotations

from typing import Any

from tournaments.archive.document import (
    ALONE,
    FORMAT,
    Archive,
    ArchiveEntrant,
    ArchiveMatch,
    ArchiveRound,
    ArchiveSettings,
    KnownState,
    MatchKind,
    PairOrder,
    TeamRule,
)
from tournaments.archive.fields import LARGEST, Fields
from tournaments.archive.json_text import parse_archive
from tournaments.archive.problems import ArchiveError, ArchiveFault, ArchiveProblem

MAX_CHARACTERS = 16_000_000
"""Of the file: an event of 5,000 players with 20 rounds has about 5,000,000."""

MAX_NAME = 300
MAX_GAMES = 99
MAX_ROUNDS = 1000
MAX_POINTS = 10**9


def read_archive(text: str) -> Archive:
    """The archive a JSON text holds. Raises ArchiveError with every fault found."""
    if len(text) > MAX_CHARACTERS:
        facts: dict[str, object] = {"found": len(text), "most": MAX_CHARACTERS}
        raise ArchiveError([ArchiveProblem("", ArchiveFault.FILE_TOO_LONG, facts)])
    return archive_of(parse_archive(text))


def archive_of(value: Any) -> Archive:
    """The archive of parsed JSON. Raises ArchiveError with every fault found."""
    problems: list[ArchiveProblem] = []
    top = Fields(value, "", problems)
    if top.get("format") != FORMAT and isinstance(value, dict):
        top.note("format", ArchiveFault.WRONG_FORMAT, wanted=FORMAT, found=value.get("format"))
    settings = _settings(top.inner("settings") or Fields({}, "settings", problems))
    entrants = [_entrant(fields) for fields in top.objects("entrants", required=True)]
    rounds = [_round(fields) for fields in top.objects("rounds")]
    top.close()
    archive = Archive(settings, tuple(entrants), tuple(sorted(rounds, key=lambda each: each.number)))
    problems += _relations(archive, rounds)
    if problems:
        raise ArchiveError(problems)
    return archive


def _settings(fields: Fields) -> ArchiveSettings:
    points = fields.inner("points")
    standard = ArchiveSettings()
    win, draw, loss = standard.win, standard.draw, standard.loss
    if points is not None:
        win = points.whole("win", win, least=-MAX_POINTS, most=MAX_POINTS)
        draw = points.whole("draw", draw, least=-MAX_POINTS, most=MAX_POINTS)
        loss = points.whole("loss", loss, least=-MAX_POINTS, most=MAX_POINTS)
        points.close()
    best_of = fields.whole("best_of", standard.best_of, least=1, most=MAX_GAMES)
    settings = ArchiveSettings(
        win=win,
        draw=draw,
        loss=loss,
        best_of=best_of,
        rounds=fields.optional_whole("rounds", least=1, most=MAX_ROUNDS),
        preset=fields.text("preset") or standard.preset,
        tiebreaks_from=fields.optional_whole("tiebreaks_from", least=1, most=MAX_ROUNDS),
        order=PairOrder(fields.choice("order", list(PairOrder), standard.order)),
        teams=TeamRule(fields.choice("teams", list(TeamRule), standard.teams)),
        team_rounds=fields.optional_whole("team_rounds", least=0, most=MAX_ROUNDS),
        prohibited=_pairs(fields, "prohibited"),
        discouraged=_pairs(fields, "discouraged"),
    )
    fields.close()
    return settings


def _pairs(fields: Fields, key: str) -> tuple[tuple[int, int], ...]:
    found = fields.get(key)
    if found is None:
        return ()
    fits = isinstance(found, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(type(each) is int for each in pair) for pair in found
    )
    if not fits:
        fields.note(key, ArchiveFault.WRONG_TYPE, wanted="list of pairs of ids")
        return ()
    return tuple((one, two) for one, two in found)


def _entrant(fields: Fields) -> ArchiveEntrant:
    key = fields.optional_whole("id", least=0)
    if key is None and fields.get("id") is None:
        fields.note("id", ArchiveFault.MISSING)
    state = fields.inner("state")
    entrant = ArchiveEntrant(
        id=key if key is not None else -1,
        name=fields.text("name", most=MAX_NAME) or "",
        team=fields.text("team", most=MAX_NAME) or None,
        dropped_after=fields.optional_whole("dropped_after", most=MAX_ROUNDS),
        disqualified=fields.flag("disqualified"),
        fixed_table=fields.optional_whole("fixed_table", least=1),
        state=_state(state) if state is not None else None,
    )
    fields.close()
    return entrant


def _state(fields: Fields) -> KnownState:
    if fields.get("score") is None:
        fields.note("score", ArchiveFault.MISSING)
    state = KnownState(
        score=fields.whole("score", 0, least=-LARGEST),
        met=fields.numbers("met") or (),
        had_bye=_times(fields, "had_bye"),
        floated_down=_times(fields, "floated_down"),
        floated_up=_times(fields, "floated_up"),
    )
    fields.close()
    return state


def _times(fields: Fields, key: str) -> int:
    """How often something happened; true and false count as once and never."""
    if isinstance(fields.get(key), bool):
        return int(fields.flag(key))
    return fields.whole(key, 0, most=MAX_ROUNDS)


def _round(fields: Fields) -> ArchiveRound:
    number = fields.optional_whole("number", least=1, most=MAX_ROUNDS)
    if number is None and fields.get("number") is None:
        fields.note("number", ArchiveFault.MISSING)
    matches = tuple(_match(each) for each in fields.objects("matches", required=True))
    fields.close()
    return ArchiveRound(number or 0, matches)


def _match(fields: Fields) -> ArchiveMatch:
    kind = MatchKind(fields.choice("kind", list(MatchKind), MatchKind.PLAYED))
    players = fields.numbers("players") or ()
    wanted = 1 if kind in ALONE else 2
    if len(players) != wanted:
        fields.note("players", ArchiveFault.WRONG_PLAYERS, wanted=wanted, found=len(players), kind=kind.value)
        players = (*players, *(-1, -1))[:wanted]
    games, score = fields.numbers("games", most=2), fields.numbers("score", most=MAX_GAMES)
    if games is not None and score is not None:
        fields.note("score", ArchiveFault.TWO_RESULTS)
    if score is not None and len(score) not in (2, 3):
        fields.note("score", ArchiveFault.WRONG_TYPE, wanted="[wins1, wins2, draws]")
        score = None
    wins1, wins2, draws = _count(games, score)
    winner = _winner(fields, kind, players)
    table = fields.optional_whole("table")
    fields.close()
    return ArchiveMatch(
        one=players[0],
        two=players[1] if wanted == 2 else None,
        table=table,
        wins1=wins1,
        wins2=wins2,
        draws=draws,
        kind=kind,
        winner=winner,
        open=kind is MatchKind.PLAYED and games is None and score is None,
    )


def _count(games: tuple[int, ...] | None, score: tuple[int, ...] | None) -> tuple[int, int, int]:
    if games is not None:
        return games.count(1), games.count(2), games.count(0)
    if score is not None:
        return score[0], score[1], score[2] if len(score) == 3 else 0
    return 0, 0, 0


def _winner(fields: Fields, kind: MatchKind, players: tuple[int, ...]) -> int | None:
    """The winner's seat. An entrant's id is taken too where it can be no seat."""
    found = fields.optional_whole("winner")
    if found is not None and found not in (1, 2):
        if found in players:
            found = players.index(found) + 1
        else:
            fields.note("winner", ArchiveFault.NOT_A_CHOICE, found=found, choices=[1, 2])
            return None
    if kind is MatchKind.NO_SHOW and found is None:
        fields.note("winner", ArchiveFault.WINNER_NEEDED)
    return found


def _relations(archive: Archive, rounds: list[ArchiveRound]) -> list[ArchiveProblem]:
    """Faults that only show when the parts are seen together; rounds stand in the order of the file."""
    problems: list[ArchiveProblem] = []
    seen: set[int] = set()
    for place, entrant in enumerate(archive.entrants):
        if entrant.id in seen and entrant.id >= 0:
            problems.append(ArchiveProblem(f"entrants[{place}].id", ArchiveFault.ID_TWICE, {"id": entrant.id}))
        seen.add(entrant.id)
        if entrant.state is not None and entrant.id in entrant.state.met:
            problems.append(
                ArchiveProblem(f"entrants[{place}].state.met", ArchiveFault.AGAINST_SELF, {"id": entrant.id})
            )
        if entrant.state is not None and archive.rounds:
            problems.append(ArchiveProblem(f"entrants[{place}].state", ArchiveFault.STATE_AND_ROUNDS))
    numbers: set[int] = set()
    for place, each in enumerate(rounds):
        if each.number in numbers:
            problems.append(
                ArchiveProblem(f"rounds[{place}].number", ArchiveFault.ROUND_TWICE, {"number": each.number})
            )
        numbers.add(each.number)
        problems += _round_relations(archive, each, f"rounds[{place}]")
    return problems


def _round_relations(archive: Archive, each: ArchiveRound, path: str) -> list[ArchiveProblem]:
    problems: list[ArchiveProblem] = []
    playing: set[int] = set()
    for place, match in enumerate(each.matches):
        here = f"{path}.matches[{place}].players"
        for player in (match.one, match.two):
            if player is None or player < 0:
                continue
            if player not in archive.by_id:
                problems.append(ArchiveProblem(here, ArchiveFault.NO_SUCH_ENTRANT, {"id": player}))
            elif player in playing and match.one != match.two:
                problems.append(ArchiveProblem(here, ArchiveFault.TWICE_IN_ROUND, {"id": player}))
            playing.add(player)
        if match.two is not None and match.one == match.two and match.one >= 0:
            problems.append(ArchiveProblem(here, ArchiveFault.AGAINST_SELF, {"id": match.one}))
    return problems
