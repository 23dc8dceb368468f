"""Every refusal and every log verb that the services use has its sentence."""

import ast
from pathlib import Path

import pytest
from django.utils import translation

from accounts.refusals import Refusal
from accounts.wording import REFUSALS as ACCOUNT_REFUSALS
from cardpool.wording import REFUSALS as CARD_REFUSALS
from tests.sentences import assert_sentence
from tournaments.forms.desk.setup import LENGTH_CHOICES
from tournaments.models import LogEntry
from tournaments.wording import LOG, REFUSALS, say_log, say_refusal
from tournaments.wording.notices import NOTICES

ROOT = Path(__file__).resolve().parents[3]
APPS = ("accounts", "cardpool", "decks", "tournaments")
REFUSING = {"Refusal", "NotAllowed", "Conflict", "TooMany"}


def calls(names: set[str], position: int):
    """(file, constant argument) of every call of these names in the apps' code."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names and len(node.args) > position:
                    argument = node.args[position]
                    if isinstance(argument, ast.Constant):
                        yield path.relative_to(ROOT).as_posix(), argument.value


def test_every_refusal_has_words():
    known = set(REFUSALS) | set(CARD_REFUSALS) | set(ACCOUNT_REFUSALS)
    missing = {code: path for path, code in calls(REFUSING, 0) if code not in known}
    assert missing == {}


def test_every_log_verb_has_words():
    missing = {verb: path for path, verb in calls({"write_log"}, 2) if verb not in LOG}
    assert missing == {}


@pytest.mark.parametrize(("language", "end"), [("en", "(1.2.2a)"), ("zh-hans", "（1.2.2a）")])
def test_a_clause_follows_its_sentence(language, end):
    with translation.override(language):
        assert say_refusal(Refusal("reason_required", clause="1.2.2a")).endswith(end)


@pytest.mark.parametrize(
    ("code", "facts", "said"),
    [
        ("score_too_many_wins", {"wins1": 3, "wins2": 1, "best_of": 3}, "三局两胜的比赛没有 3–1 这样的比分。"),
        ("lists_length_open", {"swiss": 1, "cut": 3}, "这个游戏一局定胜负和三局两胜的构筑规则不同。"),
        (
            "best_of_not_played",
            {"best_of": 7, "choices": [1, 3]},
            "这个游戏不打最多 7 局。可选：一局定胜负、三局两胜。",
        ),
        ("pods_one_game", {}, "四人桌一局定名次：赛制请选“一局定胜负”。"),
    ],
)
def test_chinese_says_match_lengths_in_plain_words(code, facts, said):
    with translation.override("zh-hans"):
        assert say_refusal(Refusal(code, **facts)).startswith(said)


def test_chinese_offers_match_lengths_with_their_code_beside_the_plain_word():
    with translation.override("zh-hans"):
        assert [str(words) for _length, words in LENGTH_CHOICES] == [
            "一局定胜负（BO1）",
            "三局两胜（BO3）",
            "五局三胜（BO5）",
        ]


def test_an_unknown_verb_is_shown_as_it_stands():
    assert say_log(LogEntry(verb="from_another_time", facts={})) == "from_another_time"


@pytest.mark.parametrize("code", ["registration_closed", "already_started", "not_running"])
def test_phases_have_their_own_words(code):
    phases = ["registration", "swiss", "top_cut", "finished", "cancelled"]
    said = {phase: say_refusal(Refusal(code, phase=phase)) for phase in phases}
    for sentence in said.values():
        assert_sentence(sentence, code)
    assert len(set(said.values())) > 1, said


def test_every_notice_has_words():
    missing = {code for _, code in keywords("send_notice", "code") if code not in NOTICES}
    assert missing == set()


def keywords(name: str, keyword: str):
    """(file, constant) of a keyword argument in every call of this name in the apps' code."""
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                    for given in node.keywords:
                        if given.arg == keyword and isinstance(given.value, ast.Constant):
                            yield path.relative_to(ROOT).as_posix(), given.value.value
