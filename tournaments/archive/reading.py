"""Reading an archive file strictly: every fault with its place, nothing passed over. Start: `read_archive`."""

from __future__ import annotations

from typing import Any

from cardpool.intake.problems import Problem, TableFault
from tournaments.archive.cuts import cut_problems
from tournaments.archive.document import (
    ALONE,
    FORMAT_2,
    FORMAT_3,
    FORMATS,
    IN_FORMAT_2,
    Archive,
    ArchiveCut,
    ArchiveEntrant,
    ArchiveMatch,
    ArchiveRound,
    ArchiveSettings,
    CutMatch,
    KnownState,
    MatchKind,
    PairOrder,
    TeamRule,
)
from tournaments.archive.json_text import long_text_in, parse_archive
from tournaments.archive.problems import ArchiveError, ArchiveFault
from tournaments.archive.reading_pods import pod_problems, read_finals, read_places, read_pods
from tournaments.archive.table import (
    MAX_GAMES,
    MAX_INTEGER,
    MAX_POINTS,
    MAX_ROUNDS,
    ArchiveTable,
    Found,
    required_integer,
)

MAX_CHARACTERS = 16_000_000
"""Of the file: an event of 5,000 players with 20 rounds has about 5,000,000."""


def read_archive(text: str) -> Archive:
    """The archive a JSON text holds. Raises ArchiveError with every fault found."""
    if len(text) > MAX_CHARACTERS:
        facts = {"wanted": f"at most {MAX_CHARACTERS} characters", "found": str(len(text))}
        long_text = long_text_in(text)
        found = [Problem("", TableFault.OUT_OF_RANGE, facts), *([long_text] if long_text else [])]
        raise ArchiveError(found)
    return archive_of(parse_archive(text))


def archive_of(value: Any) -> Archive:
    """The archive of parsed JSON. Raises ArchiveError with every fault found."""
    problems = Found()
    top = ArchiveTable(value, "", problems.report)
    form = top.text("format", choices=list(FORMATS))
    in_pods = form == FORMAT_3
    given = top.optional_table("settings") or ArchiveTable({}, "settings", problems.report)
    settings = _pod_settings(given) if in_pods else _settings(given)
    entrants = [_entrant(table, has_state=not in_pods) for table in top.tables("entrants", empty=True)]
    rounds = [_round(table, _kinds(form)) for table in top.tables("rounds", default=())]
    cuts = [_cut(table, _kinds(form)) for table in top.tables("cuts", default=())] if form == FORMAT_2 else []
    finals = read_finals(top.optional_table("finals")) if in_pods else None
    top.finish()
    ordered = tuple(sorted(rounds, key=lambda each: each.number))
    archive = Archive(settings, tuple(entrants), ordered, tuple(cuts), in_pods=in_pods, finals=finals)
    problems += _relations(archive, rounds)
    problems += pod_problems(archive, rounds) if in_pods else cut_problems(archive)
    if problems:
        raise ArchiveError(problems)
    return archive


def _kinds(form: str) -> list[MatchKind]:
    """The kinds of match that a format has."""
    if form == FORMAT_3:
        return [kind for kind in MatchKind if kind in ALONE]
    return [kind for kind in MatchKind if form == FORMAT_2 or kind not in IN_FORMAT_2]


def _points(table: ArchiveTable) -> tuple[int, int, int]:
    """What a win, a draw and a loss are worth."""
    points = table.optional_table("points")
    standard = ArchiveSettings()
    win, draw, loss = standard.win, standard.draw, standard.loss
    if points is not None:
        win = points.integer("win", default=win, at_least=-MAX_POINTS, at_most=MAX_POINTS)
        draw = points.integer("draw", default=draw, at_least=-MAX_POINTS, at_most=MAX_POINTS)
        loss = points.integer("loss", default=loss, at_least=-MAX_POINTS, at_most=MAX_POINTS)
        points.finish()
    return win, draw, loss


def _pod_settings(table: ArchiveTable) -> ArchiveSettings:
    """The settings that an event in pods has."""
    standard = ArchiveSettings()
    win, draw, loss = _points(table)
    settings = ArchiveSettings(
        win=win,
        draw=draw,
        loss=loss,
        best_of=1,
        rounds=table.integer("rounds", default=None, at_least=1, at_most=MAX_ROUNDS),
        teams=TeamRule(table.text("teams", default=standard.teams.value, choices=list(TeamRule))),
        team_rounds=table.integer("team_rounds", default=None, at_most=MAX_ROUNDS),
        prohibited=_pairs(table, "prohibited"),
        discouraged=_pairs(table, "discouraged"),
        pod_places=read_places(table),
    )
    table.finish()
    return settings


def _settings(table: ArchiveTable) -> ArchiveSettings:
    standard = ArchiveSettings()
    win, draw, loss = _points(table)
    best_of = table.integer("best_of", default=standard.best_of, at_least=1, at_most=MAX_GAMES)
    settings = ArchiveSettings(
        win=win,
        draw=draw,
        loss=loss,
        best_of=best_of,
        rounds=table.integer("rounds", default=None, at_least=1, at_most=MAX_ROUNDS),
        preset=table.text("preset", default="", empty=True) or standard.preset,
        tiebreaks_from=table.integer("tiebreaks_from", default=None, at_least=1, at_most=MAX_ROUNDS),
        order=PairOrder(table.text("order", default=standard.order.value, choices=list(PairOrder))),
        teams=TeamRule(table.text("teams", default=standard.teams.value, choices=list(TeamRule))),
        team_rounds=table.integer("team_rounds", default=None, at_most=MAX_ROUNDS),
        prohibited=_pairs(table, "prohibited"),
        discouraged=_pairs(table, "discouraged"),
    )
    table.finish()
    return settings


def _pairs(table: ArchiveTable, key: str) -> tuple[tuple[int, int], ...]:
    found = table.plain(key)
    if found is None:
        return ()
    fits = isinstance(found, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(type(each) is int for each in pair) for pair in found
    )
    if not fits:
        table.wrong_type(key, "a list of pairs of ids", found)
        return ()
    return tuple((one, two) for one, two in found)


def _entrant(table: ArchiveTable, *, has_state: bool) -> ArchiveEntrant:
    key = required_integer(table, "id", at_least=0, at_most=MAX_INTEGER)
    state = table.optional_table("state") if has_state else None
    entrant = ArchiveEntrant(
        id=key if key is not None else -1,
        name=table.name("name"),
        team=table.name("team") or None,
        dropped_after=table.integer("dropped_after", default=None, at_most=MAX_ROUNDS),
        disqualified=table.flag("disqualified"),
        division=table.name("division") or None,
        fixed_table=table.integer("fixed_table", default=None, at_least=1, at_most=MAX_INTEGER),
        state=_state(state) if state is not None else None,
    )
    table.finish()
    return entrant


def _state(table: ArchiveTable) -> KnownState:
    state = KnownState(
        score=table.integer("score", at_least=-MAX_INTEGER, at_most=MAX_INTEGER),
        met=table.integers("met", default=(), repeats=True, at_most=MAX_INTEGER),
        had_bye=_times(table, "had_bye"),
        floated_down=_times(table, "floated_down"),
        floated_up=_times(table, "floated_up"),
    )
    table.finish()
    return state


def _times(table: ArchiveTable, key: str) -> int:
    """How often something happened; true and false count as once and never."""
    if isinstance(table.plain(key), bool):
        return int(table.flag(key))
    return table.integer(key, default=0, at_most=MAX_ROUNDS)


def _round(table: ArchiveTable, kinds: list[MatchKind]) -> ArchiveRound:
    number = required_integer(table, "number", at_least=1, at_most=MAX_ROUNDS)
    in_pods = MatchKind.PLAYED not in kinds
    pods = read_pods(table) if in_pods else ()
    matches = table.tables("matches", default=()) if in_pods else table.tables("matches", empty=True)
    read = tuple(_match(each, kinds) for each in matches)
    table.finish()
    return ArchiveRound(number or 0, read, pods)


def _cut(table: ArchiveTable, kinds: list[MatchKind]) -> ArchiveCut:
    matches = tuple(_cut_match(each, kinds) for each in table.tables("matches", default=()))
    cut = ArchiveCut(
        seeds=table.integers("seeds", repeats=True, at_most=MAX_INTEGER),
        division=table.name("division") or None,
        third_place=table.flag("third_place"),
        matches=matches,
    )
    table.finish()
    return cut


def _cut_match(table: ArchiveTable, kinds: list[MatchKind]) -> CutMatch:
    number = required_integer(table, "round", at_least=1, at_most=MAX_ROUNDS)
    return CutMatch(number or 0, _match(table, kinds))


def _match(table: ArchiveTable, kinds: list[MatchKind]) -> ArchiveMatch:
    if MatchKind.PLAYED not in kinds and not table.has("kind"):
        table.problem("kind", TableFault.MISSING_KEY)
    kind = MatchKind(table.text("kind", default=kinds[0].value, choices=kinds))
    players = table.integers("players", default=(), repeats=True, at_most=MAX_INTEGER)
    wanted = 1 if kind in ALONE else 2
    if len(players) != wanted:
        table.problem(
            "players", ArchiveFault.WRONG_PLAYERS, wanted=str(wanted), found=str(len(players)), kind=kind.value
        )
        players = (*players, *(-1, -1))[:wanted]
    games = table.integers("games", default=None, repeats=True, at_least=0, at_most=2)
    score = table.integers("score", default=None, repeats=True, at_least=0, at_most=MAX_GAMES)
    if games is not None and score is not None:
        table.problem("score", ArchiveFault.TWO_RESULTS)
    if score is not None and len(score) not in (2, 3):
        table.wrong_type("score", "[wins1, wins2, draws]", list(score))
        score = None
    wins1, wins2, draws = _count(games, score)
    winner = _winner(table, kind, players)
    number = table.integer("table", default=None, at_most=MAX_INTEGER)
    table.finish()
    return ArchiveMatch(
        one=players[0],
        two=players[1] if wanted == 2 else None,
        table=number,
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


def _winner(table: ArchiveTable, kind: MatchKind, players: tuple[int, ...]) -> int | None:
    """The winner's seat. An entrant's id is taken too where it can be no seat."""
    found = table.integer("winner", default=None, at_most=MAX_INTEGER)
    if found is not None and found not in (1, 2):
        if found in players:
            found = players.index(found) + 1
        else:
            table.problem("winner", TableFault.BAD_VALUE, known="1, 2", found=str(found))
            return None
    if kind is MatchKind.NO_SHOW and found is None:
        table.problem("winner", ArchiveFault.WINNER_NEEDED)
    return found


def _relations(archive: Archive, rounds: list[ArchiveRound]) -> list[Problem]:
    """Faults that only show when the parts are seen together; rounds stand in the order of the file."""
    problems: list[Problem] = []
    seen: set[int] = set()
    for place, entrant in enumerate(archive.entrants):
        if entrant.id in seen and entrant.id >= 0:
            problems.append(Problem(f"entrants[{place}].id", TableFault.DUPLICATE, {"found": entrant.id}))
        seen.add(entrant.id)
        if entrant.state is not None and entrant.id in entrant.state.met:
            problems.append(Problem(f"entrants[{place}].state.met", ArchiveFault.AGAINST_SELF, {"id": entrant.id}))
        if entrant.state is not None and archive.rounds:
            problems.append(Problem(f"entrants[{place}].state", ArchiveFault.STATE_AND_ROUNDS))
    numbers: set[int] = set()
    for place, each in enumerate(rounds):
        if each.number in numbers:
            problems.append(Problem(f"rounds[{place}].number", TableFault.DUPLICATE, {"found": each.number}))
        numbers.add(each.number)
        problems += _round_relations(archive, each, f"rounds[{place}]")
    return problems


def _round_relations(archive: Archive, each: ArchiveRound, path: str) -> list[Problem]:
    problems: list[Problem] = []
    playing: set[int] = set()
    for place, match in enumerate(each.matches):
        here = f"{path}.matches[{place}].players"
        for player in (match.one, match.two):
            if player is None or player < 0:
                continue
            if player not in archive.by_id:
                problems.append(Problem(here, ArchiveFault.NO_SUCH_ENTRANT, {"id": player}))
            elif player in playing and match.one != match.two:
                problems.append(Problem(here, ArchiveFault.TWICE_IN_ROUND, {"id": player}))
            playing.add(player)
        if match.two is not None and match.one == match.two and match.one >= 0:
            problems.append(Problem(here, ArchiveFault.AGAINST_SELF, {"id": match.one}))
    return problems
