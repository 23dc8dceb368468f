"""Reading a game pack strictly: every mistake in the file is found in one go, each with its place."""

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from typing import Any

from cardpool.intake.problems import Problem, ProblemCode, TableFault
from cardpool.packs.age_divisions import read_age_divisions
from cardpool.packs.card_files import read_card_files
from cardpool.packs.deck_page import read_deck_page
from cardpool.packs.game_pack import (
    CUT_DROPS,
    Attribute,
    AttributeType,
    AttributeWord,
    CutDrop,
    GamePack,
    Identity,
    Points,
    Section,
    Step,
    TournamentDefaults,
)
from cardpool.packs.infraction_table import read_infractions
from cardpool.packs.limits import beyond_limits, is_too_deep, overlong
from cardpool.packs.list_tables import read_list_formats
from cardpool.packs.numbers import NumberForm, NumberPatternError
from cardpool.packs.play_table import check_play
from cardpool.packs.problems import PackError, PackFault
from cardpool.packs.table import TableReader
from cardpool.packs.toml_lines import line_numbers, nearest_line

FORMAT = 1
TOO_DEEP = "nested too deeply"
LABELS = ("match", "game", "player", "deck")
STANDINGS = ("mtr", "pokemon", "konami", "netrunner", "chess")
POOLS = ("open", "closed")


def read_pack(text: str, *, source: str) -> GamePack:
    """Read a pack from its TOML text. `source` is the file's name as problems should show it.

    Raises `PackError` with every problem found. The rules' kinds and parameters are not judged here but by
    `cardpool.legality.ruleset.read_ruleset`.
    """
    if long := overlong(text):
        raise PackError((Problem("", PackFault.SYNTAX, {"detail": long[1]}, source, long[0]),))
    try:
        mapping = tomllib.loads(text)
        lines = line_numbers(text)
    except tomllib.TOMLDecodeError as mistake:
        raise PackError((_syntax_problem(str(mistake), source, last=text.count("\n") + 1),)) from mistake
    except RecursionError as mistake:
        raise PackError((_syntax_problem(TOO_DEEP, source),)) from mistake
    except ValueError as mistake:
        raise PackError((_syntax_problem("a number with too many digits", source),)) from mistake
    return pack_from_mapping(mapping, source=source, lines=lines)


def pack_from_mapping(mapping: Mapping[str, Any], *, source: str, lines: Mapping[str, int] | None = None) -> GamePack:
    """Build a pack from already parsed values (`GamePack.mapping` of an earlier reading serves).

    Raises `PackError` as `read_pack` does; without `lines` the problems have no line.
    """
    places = lines or {}
    problems: list[Problem] = []
    if is_too_deep(mapping):
        raise PackError((_syntax_problem(TOO_DEEP, source),))

    def report(path: str, code: ProblemCode, facts: Mapping[str, str]) -> None:
        problems.append(Problem(path, code, facts, source, nearest_line(places, path)))

    pack = _read(TableReader(mapping, "", report), _plain(mapping), source, places)
    reported = {problem.path for problem in problems}
    for path, code, facts in beyond_limits(mapping):
        if path not in reported:
            report(path, code, facts)
    if problems:
        raise PackError(tuple(sorted(problems, key=lambda problem: (problem.line or 0, problem.path))))
    return pack


def _read(top: TableReader, mapping: Mapping[str, Any], source: str, lines: Mapping[str, int]) -> GamePack:
    if top.integer("format", at_least=1) not in (0, FORMAT):
        top.problem("format", TableFault.BAD_VALUE, known=str(FORMAT), found=str(mapping.get("format")))
    ruleset = top.table("ruleset")
    labels = top.table("labels")
    cards = top.table("cards")
    play = top.table("play")
    sections = _sections(top)
    attributes = _attributes(cards)
    cdb, set_files = read_card_files(top, attributes)
    pack = GamePack(
        key=top.identifier("key"),
        names=top.names("names"),
        version=ruleset.text("version"),
        document=ruleset.names("document"),
        effective=ruleset.day("effective"),
        labels={label: labels.names(label) for label in LABELS},
        identity=_identity(cards),
        notes_clause=cards.text("notes_clause", empty=True) if cards.has("notes_clause") else None,
        number_form=_number_form(cards.table("number")),
        attributes=attributes,
        sections=sections,
        position=top.integer("position", default=0),
        tournament=_tournament(top.table("tournament")),
        mapping=mapping,
        source=source,
        deck_page=read_deck_page(top, attributes),
        cdb=cdb,
        set_files=set_files,
        lines=lines,
        lists=read_list_formats(top, sections, attributes),
        beside_names=cards.texts("beside_names") if cards.has("beside_names") else (),
        player_id=_number_form(top.table("player_id")) if top.has("player_id") else None,
        infractions=read_infractions(top),
    )
    _rules(top)
    check_play(play, {section.key for section in sections})
    if play_lengths := mapping.get("play", {}).get("best_of"):
        _check_lengths(top.table("tournament"), pack.tournament, play_lengths)
    for reader in (ruleset, labels, cards, top):
        reader.finish()
    return pack


def _identity(cards: TableReader) -> Identity:
    cards.text("clause", empty=True)
    cards.tables("known_by_name", default=())  # Filters, which the deck rules compile.
    value = cards.text("identity", choices=tuple(Identity))
    return Identity(value) if value in tuple(Identity) else Identity.NUMBER


def _number_form(table: TableReader) -> NumberForm:
    patterns = table.texts("patterns")
    separator = table.text("separator", empty=True)
    letters = table.text("letters", choices=("upper", "lower"))
    good: list[str] = []
    for position, pattern in enumerate(patterns):
        try:
            good.extend(NumberForm((pattern,)).patterns)
        except NumberPatternError as mistake:
            table.problem(f"patterns[{position}]", PackFault.BAD_PATTERN, detail=str(mistake))
    form = NumberForm(tuple(good), separator, letters)
    for position, example in enumerate(table.texts("examples")):
        if len(good) == len(patterns) and form.normalise(example) != example:
            table.problem(f"examples[{position}]", PackFault.BAD_PATTERN, detail=f"the patterns do not read {example}")
    table.finish()
    return form


def _attributes(cards: TableReader) -> tuple[Attribute, ...]:
    attributes: list[Attribute] = []
    keys: list[str] = []
    for table in cards.tables("attributes", default=()):
        type_name = table.text("type", choices=tuple(AttributeType))
        keys.append(table.identifier("key"))
        table.unique(keys, "key")
        attributes.append(
            Attribute(
                key=keys[-1],
                type=AttributeType(type_name) if type_name in tuple(AttributeType) else AttributeType.TEXT,
                names=table.names("names"),
                clause=table.text("clause", empty=True),
                values=_words(table, type_name),
                of_printing=table.flag("of_printing"),
            )
        )
        table.finish()
    return tuple(attributes)


def _words(attribute: TableReader, type_name: str) -> tuple[AttributeWord, ...]:
    """The only values an attribute may have; none where the file does not list them."""
    if not attribute.has("values"):
        return ()
    if type_name not in (AttributeType.TEXT, AttributeType.LIST):
        attribute.problem("values", TableFault.BAD_VALUE, known="values of text and list", found=type_name)
    words: list[AttributeWord] = []
    keys: list[str] = []
    for table in attribute.tables("values"):
        keys.append(table.text("key"))
        table.unique(keys, "key")
        words.append(AttributeWord(keys[-1], table.names("names")))
        table.finish()
    return tuple(words)


def _sections(top: TableReader) -> tuple[Section, ...]:
    sections: list[Section] = []
    keys: list[str] = []
    words: list[str] = []
    for table in top.tables("sections"):
        keys.append(table.identifier("key"))
        table.unique(keys, "key")
        section = Section(key=keys[-1], names=table.names("names"), words=table.texts("words"))
        for position, word in enumerate(section.words):
            if word in words:
                table.problem(f"words[{position}]", TableFault.DUPLICATE, found=f'"{word}"')
        words.extend(section.words)
        sections.append(section)
        table.finish()
    return tuple(sections)


def _rules(top: TableReader) -> None:
    """Only that each rule says its kind and clause; the rest of the table belongs to its kind."""
    for table in top.tables("rules"):
        table.text("kind")
        table.text("clause", empty=True)


def _tournament(table: TableReader) -> TournamentDefaults:
    best_of = table.integer("best_of", at_least=1)
    points = table.table("points")
    rounds = table.table("rounds")
    minutes: dict[int, int] = {best_of: 0}
    for entry in table.tables("round_minutes"):
        minutes[entry.integer("best_of", at_least=1)] = entry.integer("minutes", at_least=1)
        entry.finish()
    if minutes[best_of] == 0:
        table.problem("round_minutes", TableFault.MISSING_KEY)
    rounds.text("formula", choices=("ceil_log2",))
    defaults = TournamentDefaults(
        best_of=best_of,
        pool=table.text("pool", choices=POOLS),
        points=Points(win=points.integer("win"), draw=points.integer("draw"), loss=points.integer("loss")),
        standings=table.text("standings", choices=STANDINGS),
        tiebreakers=table.texts("tiebreakers"),
        rounds_at_least=rounds.integer("at_least", at_least=1),
        rounds_up_to=_steps(rounds, "table", "up_to", "rounds"),
        top_cuts=_steps(table, "top_cut", "from_players", "size"),
        round_minutes=minutes,
        divisions=read_age_divisions(table.optional_table("divisions")),
        rounds_source=rounds.text("source", default=""),
        cut_drop=_cut_drop(table.optional_table("cut_drop")),
    )
    for reader in (points, rounds, table):
        reader.finish()
    return defaults


def _cut_drop(table: TableReader | None) -> CutDrop | None:
    if table is None:
        return None
    found = CutDrop(table.text("policy", choices=CUT_DROPS), table.text("source", default=""))
    table.finish()
    return found


def _steps(table: TableReader, key: str, players: str, value: str) -> tuple[Step, ...]:
    """A rising table of player counts, in file order."""
    steps: list[Step] = []
    for entry in table.tables(key, default=()):
        steps.append(Step(entry.integer(players, at_least=1), entry.integer(value, at_least=1)))
        if len(steps) > 1 and steps[-1].players <= steps[-2].players:
            entry.problem(
                players,
                TableFault.OUT_OF_RANGE,
                wanted=f"more than {steps[-2].players}",
                found=str(steps[-1].players),
            )
        entry.finish()
    return tuple(steps)


def _check_lengths(table: TableReader, defaults: TournamentDefaults, lengths: Any) -> None:
    if isinstance(lengths, list) and defaults.best_of not in lengths:
        table.problem(
            "best_of",
            TableFault.BAD_VALUE,
            known=", ".join(str(length) for length in lengths),
            found=str(defaults.best_of),
        )


def _syntax_problem(detail: str, source: str, *, last: int | None = None) -> Problem:
    place = re.search(r"at line (\d+)", detail)
    line = int(place[1]) if place else last if "end of document" in detail else None
    return Problem("", PackFault.SYNTAX, {"detail": detail}, source, line)


def _plain(value: Any) -> Any:
    """A value as JSON can store it: dates are ISO text."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value
