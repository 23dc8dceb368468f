"""Penalties by the infractions a game's pack declares, and by the neutral list."""

from __future__ import annotations

import hashlib
import re

import pytest

from accounts.actor import Actor
from accounts.refusals import Refusal
from cardpool.games import shipped_text
from cardpool.models import Ruleset
from tests.judged_events import begin, end, event_with_lists
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Penalty, Registration, Tournament
from tournaments.services.penalties import give_penalty

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

DECLARED = """
[[infractions]]
key = "late"
names = { zh = "迟到十分钟", en = "Ten minutes late" }
level = "warning"
repeat = ["match_loss"]
clause = "§6"

[[infractions]]
key = "deck"
names = { zh = "卡组有误", en = "Wrong deck" }
level = "caution"
wrong_size = "match_loss"
clause = "§7"
"""


@pytest.fixture
def event() -> tuple[Tournament, Actor, Registration]:
    """An event of a game whose store wrote down its penalties."""
    tournament, _round, judge = event_with_lists(4)
    text = shipped_text("ultraman-hero-duel").replace('version = "V1.9"', 'version = "店规 1"') + DECLARED
    digest = hashlib.sha256(text.encode()).hexdigest()
    old = tournament.ruleset
    tournament.ruleset = Ruleset.objects.create(
        game=old.game, version="店规 1", digest=digest, effective_from=old.effective_from, pack=text
    )
    tournament.save()
    return tournament, judge, tournament.registrations.earliest("pk")


def chosen_level(page: str) -> str:
    [found] = re.findall(r'name="level" value="(\w+)"[^>]* checked', page)
    return str(found)


def test_the_form_the_log_and_the_workbook_say_what_the_pack_says(event) -> None:
    tournament, judge, entry = event
    visitor = DeskVisitor(tournament, judge)
    page = visitor.read("desk_penalty_new", entry=entry.pk, infraction="late")
    assert re.findall(r'<option value="(\w+)"', page) == ["late", "deck", "other"]
    assert "Ten minutes late (usually: Warning)" in page
    assert ("§6" in page, "IPG" in page) == (True, False)
    visitor.post("desk_penalty_new", entry=entry.pk, infraction="late", level="warning", note="公交晚点")
    assert "Ten minutes late" in visitor.read("desk_penalties")
    assert "a penalty: Warning, Ten minutes late" in visitor.read("desk_log")
    sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=tournament, actor=judge)}
    assert sheets["Penalties"].rows[0][2] == "Ten minutes late"
    for language in ("en", "zh-hans"):
        other = DeskVisitor(tournament, judge, language=language)
        for key in ("late", "other"):
            assert_clean(other.get("desk_penalty_new", query={"entry": entry.pk, "infraction": key}))


def test_a_repeat_starts_from_what_the_pack_states_and_shows_the_first(event) -> None:
    tournament, judge, entry = event
    first = give_penalty(actor=judge, registration_id=entry.pk, infraction="late", level="warning", note="公交晚点")
    visitor = DeskVisitor(tournament, judge)
    answer = visitor.get("desk_penalty_new", query={"entry": entry.pk, "infraction": "late"})
    assert chosen_level(text_of(answer)) == "match_loss"
    words = words_of(answer)
    assert f"Round 1: Warning {judge.label}" in words
    assert "公交晚点" in words
    assert f"#penalty-{first.pk}" in text_of(answer)
    assert f'id="penalty-{first.pk}"' in visitor.read("desk_penalties", entry=entry.pk)


def test_a_check_that_counted_a_wrong_number_starts_from_the_decks_own(event) -> None:
    tournament, judge, entry = event
    check = end(judge, begin(judge, entry), "findings")
    page = DeskVisitor(tournament, judge).read("desk_penalty_new", entry=entry.pk, check=check.pk)
    assert "Wrong deck: judges usually start with “Match loss” here." in page
    assert chosen_level(page) == "match_loss"


def test_one_that_the_pack_does_not_have_is_refused(event) -> None:
    _tournament, judge, entry = event
    with pytest.raises(Refusal, match="unknown_infraction"):
        give_penalty(actor=judge, registration_id=entry.pk, infraction="slow_play", level="warning")
    assert not Penalty.objects.exists()


def test_a_game_without_a_list_has_the_neutral_one_and_the_form_says_so() -> None:
    tournament, _round, judge = event_with_lists(4)
    entry = tournament.registrations.earliest("pk")
    page = DeskVisitor(tournament, judge).read("desk_penalty_new", entry=entry.pk)
    assert "declares no infractions of its own" in page
    for level in ("warning", "game_loss"):
        give_penalty(actor=judge, registration_id=entry.pk, infraction="slow_play", level=level)
    again = DeskVisitor(tournament, judge).read("desk_penalty_new", entry=entry.pk, infraction="slow_play")
    assert chosen_level(again) == "match_loss"
