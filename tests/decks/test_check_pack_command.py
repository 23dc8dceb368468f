"""The pack checker: every mistake with its place, a preview if there is none, and files that are not packs."""

import io
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation

from cardpool.games import FOLDER, shipped_cards, shipped_keys, shipped_pack, shipped_text
from cardpool.legality.ruleset import RULE_KINDS, read_ruleset
from cardpool.pack_check import check_pack
from cardpool.wording.rules import SENTENCES, say_rule
from decks.pack_preview import preview_pack

HOME = shipped_text("ultraman-hero-duel")
ONE_STAR = {"attribute": "star", "is": 1}


def run(*arguments: str) -> tuple[int, str, str]:
    out, complaints, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command("check_pack", *arguments, stdout=out, stderr=complaints)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), complaints.getvalue()


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("game", shipped_keys())
def test_every_shipped_pack_is_fine_and_its_sample_deck_legal(game: str, language: str) -> None:
    status, out, complaints = run(str(FOLDER / f"{game}.toml"), "--lang", language)
    assert (status, complaints) == (0, "")
    assert shipped_pack(game).names.zh in out
    for clause in {rule["clause"] for rule in shipped_pack(game).rules if rule["clause"]}:
        assert f"[{clause}]" in out
    assert "✗" not in out


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"\xff\xfe\x00", "pack.toml: The file is not in UTF-8."),
        (b"key = \n", "pack.toml:1: not valid TOML"),
        (b"a = " + b"[" * 1900, "nested too deeply"),
        (b"a = " + b"[" * 3000, "pack.toml:1: not valid TOML: a line of more than 2000 characters"),
        (b"a = 1 \n" * 700_000, "pack.toml: The file has more than 4 MB."),
        (b"", "pack.toml: format: missing"),
        (None, "No such file"),
    ],
)
def test_a_file_that_is_no_pack(content: bytes | None, named: str, tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    if content is not None:
        path.write_bytes(content)
    status, out, complaints = run(str(path), "--lang", "en")
    assert (status, out) == (2, "")
    assert named in complaints


def test_mistakes_are_said_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(HOME.replace('letters = "upper"', 'letters = "uppers"'), encoding="utf-8")
    line = HOME[: HOME.index('letters = "upper"')].count("\n") + 1
    place = f"pack.toml:{line}: cards.number.letters: "
    assert run(str(path)) == (2, "", f'{place}只能写 upper, lower，现在是 "uppers"\n')
    assert run(str(path), "--lang", "en")[2] == f'{place}must be one of upper, lower, found "uppers"\n'


def test_a_pool_may_be_named_and_must_then_be_there(tmp_path: Path) -> None:
    pack = tmp_path / "ultraman-hero-duel.toml"
    pack.write_text(HOME, encoding="utf-8")
    status, out, _ = run(str(pack), "--lang", "en")
    assert (status, "sample deck" in out) == (0, False)
    pool = FOLDER / "ultraman-hero-duel.cards.csv"
    assert "A sample deck, legal:" in run(str(pack), "--lang", "en", "--cards", str(pool))[1]
    status, _, complaints = run(str(pack), "--cards", str(tmp_path / "none.csv"))
    assert (status, "No such file" in complaints) == (2, True)


def test_mistakes_in_the_rules_that_imported_cards_get_have_their_place() -> None:
    rules, brings = shipped_text("pokemon-tcg").split("[[import.sets.brings]]", 1)
    text = f"{rules}[[import.sets.brings]]" + brings.replace(
        'kind = "group", sections = ["main"], where = { attribute = "subtypes", has = "Radiant"',
        'kind = "group", sections = ["main"], where = { attribute = "subtype", has = "Radiant"',
    )
    line = next(number for number, words in enumerate(text.splitlines(), 1) if 'attribute = "subtype"' in words)
    (problem,) = check_pack(text, source="mine.toml").problems
    assert problem.path == "import.sets.brings[1].deck_rules[0].where.attribute"
    assert problem.line is not None
    assert line - 4 <= problem.line <= line


def test_every_kind_of_rule_has_a_sentence() -> None:
    assert set(SENTENCES) == set(RULE_KINDS.values())


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ({"kind": "section_size", "section": "main", "at_least": 1}, "Main deck: at least 1 card."),
        ({"kind": "section_size", "section": "side", "exactly": 0}, "Sideboard: not in use."),
        ({"kind": "section_size", "section": "main", "at_least": 4, "at_most": 6}, "Main deck: 4 to 6 cards."),
        ({"kind": "section_size", "section": "main", "at_most": 6}, "Main deck: at most 6 cards."),
        ({"kind": "copies", "sections": ["main"], "at_most": 1}, "Main deck: at most 1 card of one number."),
        (
            {
                "kind": "group",
                "sections": ["main"],
                "where": {"attribute": "star", "is": 1},
                "at_least": 1,
                "at_most": 2,
            },
            "Main deck: 1 to 2 of cards of this kind.",
        ),
        (
            {
                "kind": "exclusive",
                "sections": ["main", "side"],
                "groups": [ONE_STAR, {"attribute": "star", "is": 2}],
                "names": {"zh": "一二", "en": "Ones and twos"},
            },
            "Main deck and Sideboard: Ones and twos exclude each other.",
        ),
        (
            {"kind": "pool", "where": ONE_STAR},
            "Every card must belong to the game's format and to the card pool.",
        ),
    ],
)
def test_a_rule_in_words(rule: dict[str, object], sentence: str) -> None:
    pack = shipped_pack("ultraman-hero-duel")
    rules = [rule | {"clause": ""}, {"kind": "pool", "clause": ""}]
    compiled = read_ruleset({**pack.mapping, "rules": rules}).rules[0]
    with translation.override("en"):
        assert say_rule(compiled, pack=pack) == sentence


def test_a_sample_deck_that_cannot_be_legal_says_why() -> None:
    pack = shipped_pack("ultraman-hero-duel")
    preview = preview_pack(pack, shipped_cards(pack.key)[:2], as_of=date(2026, 5, 1))
    assert preview.judged is not None
    assert preview.judged.verdict == "not_legal"
