"""Reading packs strictly: a good one whole, a bad one with every mistake and its place."""

from dataclasses import astuple
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardpool.games import shipped_keys, shipped_pack, shipped_text
from cardpool.packs import Identity, pack_from_mapping, read_pack
from cardpool.packs.problems import PackError, PackFault

TEXT = shipped_text("ultraman-hero-duel")


def problems(text: str) -> list[str]:
    with pytest.raises(PackError) as caught:
        read_pack(text, source="mine.toml")
    return [str(problem) for problem in caught.value.problems]


def line_of(part: str, text: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_the_shipped_pack() -> None:
    pack = shipped_pack("ultraman-hero-duel")
    assert shipped_keys() == tuple(sorted(shipped_keys()))
    assert (pack.names.zh, pack.names.en) == ("奥特曼英雄对决", "Ultraman Hero Duel")
    assert pack.ruleset_name == "ultraman-hero-duel V1.9"
    assert pack.identity is Identity.NUMBER
    assert [section.key for section in pack.sections] == ["main", "side"]
    assert pack.section("side").names.in_language("zh") == "备牌"
    assert pack.section("side").names.in_language("en") == "Sideboard"
    with pytest.raises(KeyError):
        pack.section("extra")
    assert (pack.labels["match"].zh, pack.labels["game"].zh) == ("场", "局")
    assert pack.best_of_choices == (1, 3, 5)
    assert isinstance(pack.effective, date)
    assert [rule["kind"] for rule in pack.rules][:2] == ["section_size", "section_size"]


def test_the_play_facts_of_v1_9() -> None:
    play = shipped_pack("ultraman-hero-duel").play
    assert play["first_game"]["clause"] == "1.2.2"
    assert [method["key"] for method in play["first_game"]["methods"]] == ["rps", "dice", "coin", "other"]
    assert play["later_games"] == {"chooser": "loser_of_previous", "clause": "1.2.2a"}
    assert play["after_draw"] == {"chooser": "same_chooser", "clause": "1.2.2a"}
    assert play["simultaneous_loss"] == {"result": "draw", "clause": "1.3.3"}
    assert {ending["clause"] for ending in play["endings"]} == {"1.3.2a", "1.3.2b", "1.3.2c", "1.3.2d", "1.3.3", ""}


@pytest.mark.parametrize(
    ("players", "rounds", "cut"),
    [
        (0, 3, 0),
        (1, 3, 0),
        (2, 3, 0),
        (8, 3, 0),
        (9, 4, 4),
        (16, 4, 4),
        (17, 5, 8),
        (33, 6, 8),
        (241, 8, 8),
        (513, 10, 8),
    ],
)
def test_recommended_rounds_and_cut(players: int, rounds: int, cut: int) -> None:
    defaults = shipped_pack("ultraman-hero-duel").tournament
    assert (defaults.recommended_rounds(players), defaults.recommended_cut(players)) == (rounds, cut)


def test_a_rounds_table_holds_up_to_its_end() -> None:
    text = TEXT.replace(
        "at_least = 3\n", "at_least = 3\ntable = [{ up_to = 8, rounds = 4 }, { up_to = 16, rounds = 5 }]\n"
    )
    defaults = read_pack(text, source="mine.toml").tournament
    assert [defaults.recommended_rounds(players) for players in (4, 8, 9, 16, 17)] == [4, 4, 5, 5, 5]


def test_rounds_and_cut_as_a_table() -> None:
    sizes = {game: shipped_pack(game).tournament for game in ("pokemon-tcg", "ultraman-hero-duel")}
    pokemon, ultraman = ([astuple(size) for size in one.field_sizes()] for one in sizes.values())
    assert pokemon == [
        (2, 8, 3, 0), (9, 12, 4, 4), (13, 20, 5, 4), (21, 32, 5, 8), (33, 64, 6, 8), (65, 128, 7, 8), (129, 226, 8, 8),
        (227, 409, 9, 8), (410, 9999, 10, 8),
    ]  # fmt: skip
    assert ultraman[:3] == [(2, 8, 3, 0), (9, 16, 4, 4), (17, 32, 5, 8)]
    assert ultraman[-1] == (513, 1024, 10, 8)
    assert "Handbook" in sizes["pokemon-tcg"].rounds_source
    assert sizes["ultraman-hero-duel"].rounds_source == ""


@given(st.integers(2, 9999))
def test_the_table_says_what_is_recommended(players: int) -> None:
    for game in ("pokemon-tcg", "rush-duel", "galaxy-card-game"):
        defaults = shipped_pack(game).tournament
        for size in defaults.field_sizes():
            if size.first <= players <= size.last:
                wanted = (defaults.recommended_rounds(players), defaults.recommended_cut(players))
                assert (size.rounds, size.cut) == wanted


def test_round_minutes() -> None:
    defaults = shipped_pack("ultraman-hero-duel").tournament
    assert [defaults.minutes(best_of) for best_of in (1, 3, 5, 7)] == [25, 50, 75, 50]


def test_the_plain_form_builds_the_same_pack() -> None:
    pack = read_pack(TEXT, source="mine.toml")
    again = pack_from_mapping(pack.mapping, source="mine.toml")
    assert again == pack
    assert pack.mapping["ruleset"]["effective"] == pack.effective.isoformat()
    assert again.line_of("rules[0].kind") is None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('key = "ultraman-hero-duel"', 'key = "Ultraman"', "key: must be lower-case letters, digits and - or _"),
        ('key = "ultraman-hero-duel"', 'key = ""', "key: must not be empty"),
        ("format = 1", "format = 2", "format: must be one of 1, found 2"),
        ("format = 1", 'format = "1"', "format: must be a whole number, found text"),
        ("format = 1", "format = true", "format: must be a whole number, found true or false"),
        ('version = "V1.9"', "version = 1.9", "ruleset.version: must be text, found a decimal number"),
        ('version = "V1.9"', "versoin = 1", "ruleset.version: missing"),
        (
            'version = "V1.9"',
            'version = "V1.9"\nnew = 1',
            "ruleset.new: unknown key (known: document, effective, version)",
        ),
        ("effective = 2025-01-01", 'effective = "soon"', "ruleset.effective: must be a date, found text"),
        (
            "effective = 2025-01-01",
            "effective = 2025-01-01T10:00:00",
            "ruleset.effective: must be a date, found a date",
        ),
        ('match = { zh = "场", en = "match" }', 'match = { zh = "场" }', "labels.match.en: missing"),
        ('match = { zh = "场", en = "match" }', 'match = "场"', "labels.match: must be a table, found text"),
        ('identity = "number"', 'identity = "art"', 'cards.identity: must be one of number, name, found "art"'),
        ('"AAA-AAA-9{2,3}"', '"AAA-?"', "cards.number.patterns[2]: is not a card-number pattern: '?' at position 5"),
        (
            '"AAA-AAA-9{2,3}"',
            '"AAA-"',
            "cards.number.patterns[2]: is not a card-number pattern: a separator needs characters",
        ),
        ('"AAA-AAA-9{2,3}"', '"A{3,2}"', "cards.number.patterns[2]: is not a card-number pattern: {3,2} must rise"),
        (
            '"HBU-JCA-01"]',
            '"hbu1"]',
            "cards.number.examples[2]: is not a card-number pattern: the patterns do not read hbu1",
        ),
        ('letters = "upper"', 'letters = "any"', 'cards.number.letters: must be one of upper, lower, found "any"'),
        ('type = "integer"', 'type = "number"', "cards.attributes[0].type: must be one of integer, text, list, flag"),
        ('key = "rarity"', 'key = "star"', 'cards.attributes[1].key: "star" is declared twice'),
        ('key = "side"', 'key = "main"', 'sections[1].key: "main" is declared twice'),
        ('words = ["备牌",', 'words = ["主牌",', 'sections[1].words[0]: "主牌" is declared twice'),
        ('words = ["备牌", "备用卡牌",', 'words = ["备牌", "备牌",', 'sections[1].words[1]: "备牌" is declared twice'),
        ('kind = "pool"', 'kimd = "pool"', "rules[6].kind: missing"),
        ('kind = "pool"', "kind = 4", "rules[6].kind: must be text, found a whole number"),
        ("best_of = [1, 3, 5]", "best_of = [1, 2, 3]", "play.best_of[1]: must be an odd number, found 2"),
        ("best_of = [1, 3, 5]", "best_of = []", "play.best_of: must not be empty"),
        ("best_of = [1, 3, 5]", "best_of = [1, 5]", "tournament.best_of: must be one of 1, 5, found 3"),
        ("best_of = [1, 3, 5]", "best_of = [1, true]", "play.best_of: must be a list of whole numbers, found a list"),
        ('"winner_of_method"', '"loudest"', "play.first_game.chooser: must be one of winner_of_method,"),
        ('"loser_of_previous"', '"x"', "play.later_games.chooser: must be one of loser_of_previous,"),
        ('key = "dice"', 'key = "rps"', 'play.first_game.methods[1].key: "rps" is declared twice'),
        (
            'exchange = "one_for_one"',
            'exchange = "free"',
            "play.between_games.exchange: must be one of one_for_one, none",
        ),
        (
            'exchange = "one_for_one"\nsections = ["main", "side"]',
            'exchange = "one_for_one"\nsections = ["main", "extra"]',
            'play.between_games.sections[1]: must be one of main, side, found "extra"',
        ),
        (
            'results = ["draw"]',
            'results = ["tie"]',
            'play.endings[4].results[0]: must be one of win, draw, found "tie"',
        ),
        ('pool = "open"', 'pool = "ajar"', 'tournament.pool: must be one of open, closed, found "ajar"'),
        ("win = 3,", "win = -3,", "tournament.points.win: must be 0 or more, found -3"),
        ("from_players = 17", "from_players = 8", "tournament.top_cut[1].from_players: must be more than 9, found 8"),
        ("best_of = 3\nminutes = 50", "best_of = 7\nminutes = 50", "tournament.round_minutes: missing"),
        ('formula = "ceil_log2"', 'formula = "guess"', "tournament.rounds.formula: must be one of ceil_log2"),
        (
            "[labels]",
            "[label]",
            "label: unknown key (known: cards, deck_page,",
        ),
        ("[[sections]]", "[[section]]", "sections: missing"),
    ],
)
def test_a_mistake_is_named_with_file_path_and_line(old: str, new: str, expected: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new) if old == "[[sections]]" else TEXT.replace(old, new, 1)
    found = problems(text)
    assert any(expected in problem for problem in found), found
    assert all(problem.startswith("mine.toml:") for problem in found)


def test_the_line_is_the_mistakes_own() -> None:
    text = TEXT.replace('key = "damage"', 'key = "damage"\nkeey = 1')
    assert problems(text) == [
        f"mine.toml:{line_of('keey', text)}: play.endings[0].keey: unknown key (known: clause, key, names, results)"
    ]


def test_every_mistake_is_reported_in_file_order() -> None:
    text = (
        TEXT.replace("format = 1", "format = 9")
        .replace('results = ["draw"]', "results = 4")
        .replace("size = 8", "size = 0")
    )
    found = problems(text)
    assert [problem.split(": ")[1] for problem in found] == [
        "format",
        "play.endings[4].results",
        "tournament.top_cut[1].size",
    ]


def test_broken_toml_has_its_line() -> None:
    with pytest.raises(PackError) as caught:
        read_pack("format = 1\nkey = \n", source="mine.toml")
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.path) == (PackFault.SYNTAX, 2, "")
    assert str(problem).startswith("mine.toml:2: not valid TOML: ")


def test_an_empty_file_misses_everything_once() -> None:
    found = problems("")
    assert all(problem.endswith(": missing") for problem in found)
    assert len(found) == len(set(found)) == 10
