"""The judge's pages: what they show, and that another event's objects are not found."""

from __future__ import annotations

import json
import re

import pytest
from django.urls import reverse

from tests.judged_events import MAIN, SIDE, begin, end, event_with_lists, hand_in, lay_out, table_of, took
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import play_game
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import DeckCheck, Match, Penalty, TimeExtension
from tournaments.queries.versions import mark_of
from tournaments.services.clock import start_clock
from tournaments.services.extra_time import give_extension
from tournaments.services.penalties import give_penalty
from tournaments.services.settling import CountsAs, settle_card

pytestmark = pytest.mark.django_db

GETS = {"desk_checks", "desk_checks_past", "desk_check_table", "desk_check_entry", "desk_lists", "desk_check"} | {
    "desk_check_cards", "desk_check_result", "desk_penalties", "desk_penalty_new", "desk_penalty_withdraw",
    "desk_cards", "desk_card_settle", "desk_card_withdraw",
}  # fmt: skip


@pytest.fixture
def event():
    return event_with_lists(4)


def keys_of(page, tournament, check, penalty, extension, ruling):
    entry = tournament.registrations.earliest("pk")
    if page == "desk_lists":
        return ["missing"]
    if page in {"desk_check_table", "desk_check_table_start", "desk_time_give"}:
        return [table_of(entry).pk]
    if page in {"desk_check_entry", "desk_check_start"}:
        return [entry.pk]
    if page == "desk_card_withdraw":
        return [ruling.pk]
    if page.startswith("desk_penalty_w"):
        return [penalty.pk]
    if page == "desk_time_withdraw":
        return [extension.pk]
    if page in {"desk_check"} or (
        page.startswith(("desk_check_c", "desk_check_ta", "desk_check_r", "desk_check_a"))
        and not page.startswith("desk_check_table")
    ):
        return [check.pk]
    return []


def furnished(tournament, judge):
    """A check under way, a penalty, extra time and a settled card."""
    entry = tournament.registrations.earliest("pk")
    check = begin(judge, entry)
    penalty = give_penalty(actor=judge, registration_id=entry.pk, infraction="tardiness", level="warning")
    extension = give_extension(actor=judge, match_id=table_of(entry).pk, minutes=3)
    ruling = settle_card(
        actor=judge, tournament_id=tournament.pk, number="HBU09-A01", counts_as=CountsAs(), reason="展示卡"
    )
    return check, penalty, extension, ruling


def test_objects_of_another_event_do_not_exist_here(event):
    tournament, _round, judge = event
    check, *_others = furnished(tournament, judge)
    elsewhere, _other, other_judge = event_with_lists(4)
    visitor = DeskVisitor(elsewhere, other_judge)
    entry = tournament.registrations.earliest("pk")
    assert visitor.get("desk_penalty_new", query={"entry": entry.pk}).status_code == 404
    own = elsewhere.registrations.earliest("pk")
    for wrong in ({"check": check.pk}, {"match": table_of(entry).pk}):
        assert visitor.get("desk_penalty_new", query={"entry": own.pk} | wrong).status_code == 404


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_is_clean(event, language):
    tournament, _round, judge = event
    check, *others = furnished(tournament, judge)
    lay_out(judge, check, MAIN | {"HBU01-A01": 2, "HBU09-X01": 1}, SIDE)
    visitor = DeskVisitor(tournament, judge, language=language)
    pages = GETS - {"desk_check_cards"}
    for page in pages:
        assert_clean(visitor.get(page, *keys_of(page, tournament, check, *others)))
    assert_clean(visitor.get("desk_checks", query={"q": "P"}))
    assert_clean(visitor.get("desk_card_settle", query={"number": "HBU09-A02"}))
    assert_clean(visitor.get("desk_penalty_new", query={"entry": check.registration_id}))
    assert_clean(visitor.get("desk_check", check.pk, query={"q": "HBU"}))
    assert_clean(visitor.get("desk_check_cards", check.pk, query={"q": "HBU"}, htmx="check-cards"), partial=True)
    end(judge, check, "findings", minutes=4)
    for page in ("desk_check", "desk_checks", "desk_checks_past", "desk_penalty_new"):
        keys = [check.pk] if page == "desk_check" else []
        assert_clean(visitor.get(page, *keys, query={"entry": check.registration_id, "check": check.pk}))


def test_another_infraction_brings_its_usual_penalty_along(event):
    tournament, _round, judge = event
    entry = tournament.registrations.earliest("pk")
    give_penalty(actor=judge, registration_id=entry.pk, infraction="tardiness", level="warning")
    visitor = DeskVisitor(tournament, judge)
    page = text_of(visitor.get("desk_penalty_new", query={"entry": entry.pk}))
    assert 'hx-select-oob="#penalty-level"' in page
    again = text_of(visitor.get("desk_penalty_new", query={"entry": entry.pk, "infraction": "tardiness"}))
    levels = again.split('id="penalty-level"')[1].split('id="id_note"')[0]
    assert re.findall(r'value="(\w+)"[^>]* checked', levels) == ["match_loss"]


def test_a_check_from_the_lot_to_the_penalty_without_a_script(event):
    tournament, _round, judge = event
    visitor = DeskVisitor(tournament, judge)
    answer = visitor.post("desk_check_draw")
    assert "due=" in answer["Location"]
    match = Match.objects.get(pk=re.search(r"/table/(\d+)/", answer["Location"])[1])
    answer = visitor.post(
        "desk_check_table_start", match.pk, entry=f"{match.player2_id},{match.player1_id}", mode="start", drawn="True"
    )
    check = DeckCheck.objects.get(registration=match.player2)
    assert answer["Location"] == visitor.path("desk_check", check.pk)
    assert DeckCheck.objects.filter(match=match, is_random=True).count() == 2
    page = text_of(visitor.get("desk_check", check.pk))
    assert 'value="more:main:HBU01-A01"' in page
    for revision, tap in enumerate(("more:main:HBU01-A01", "all:main", "all:side", "less:main:HBU01-A02"), start=1):
        answer = visitor.post("desk_check_tap", check.pk, revision=revision, tap=tap)
        assert answer.status_code == 302
    answer = visitor.post("desk_check_tap", check.pk, revision=5, tap="typed:main:画着恐龙的牌")
    check.refresh_from_db()
    assert {card["name"] for card in check.counted if not card["number"]} == {"画着恐龙的牌"}
    words = words_of(visitor.get("desk_check_result", check.pk))
    assert "in place of HBU01-A02" in words
    assert "1 difference" in words
    took(check, 250)
    answer = visitor.post("desk_check_result", check.pk, revision=6, outcome="findings", minutes="8", note="手套里的牌")
    assert answer["Location"].startswith(visitor.path("desk_penalty_new"))
    assert TimeExtension.objects.get().minutes == 8
    page = text_of(visitor.client.get(answer["Location"]))
    assert "画着恐龙的牌" in page
    assert "手套里的牌" in page
    assert re.search(r'value="warning"[^>]* checked', page)
    answer = visitor.post(
        "desk_penalty_new",
        entry=check.registration_id,
        check=check.pk,
        match=match.pk,
        version=match.version,
        infraction="deck_problem",
        level="game_loss",
        note="x",
        apply="on",
    )
    assert answer.status_code == 302, text_of(answer)[:500]
    penalty = Penalty.objects.get()
    assert (penalty.deck_check_id, penalty.match_id) == (check.pk, match.pk)
    match.refresh_from_db()
    assert [game.winner_seat for game in match.games.all()] == [1]


def test_the_extra_time_is_seen_where_people_look(event):
    tournament, round_, judge = event
    entry = tournament.registrations.earliest("pk")
    match = table_of(entry)
    start_clock(actor=owner_of(tournament), round_id=round_.pk)
    public = DeskVisitor(tournament, player_actor(entry))
    before = mark_of(tournament.code)
    give_extension(actor=judge, match_id=match.pk, minutes=7, reason="查牌")
    for page, keys in (("tournament_pairings", []), ("match", [match.pk])):
        assert "+7 min" in words_of(public.get(page, *keys)), page
    assert "Your table plays on after the round's time." in words_of(public.client.get("/my/"))
    assert f"Table {match.table}: +7 min" in words_of(public.get("tournament_standings"))
    assert mark_of(tournament.code).version > before.version
    desk = DeskVisitor(tournament, judge)
    for page, keys in (("desk", []), ("desk_match", [match.pk]), ("desk_check_table", [match.pk]), ("desk_checks", [])):
        assert "+7 min" in words_of(desk.get(page, *keys)), page
    assert "查牌" not in text_of(public.get("match", match.pk))
    desk.press("desk_time_withdraw", TimeExtension.objects.get().pk)
    assert "+7 min" not in words_of(public.get("tournament_pairings"))


def test_between_games_the_page_says_what_was_exchanged(event):
    tournament, _round, judge = event
    entry = tournament.registrations.earliest("pk")
    play_game(table_of(entry), 1)
    visitor = DeskVisitor(tournament, judge)
    assert re.search(r'value="between"[^>]* checked', text_of(visitor.get("desk_check_entry", entry.pk)))
    check = begin(judge, entry, "between")
    lay_out(judge, check, MAIN | {"HBU01-A14": 0, "HBU02-A01": 1}, SIDE | {"HBU02-A01": 1, "HBU01-A14": 1})
    words = words_of(visitor.get("desk_check_result", check.pk))
    assert "Clean 1.0.2b" in words
    assert "+1 HBU02-A01" in words
    assert "−1 HBU01-A14" in words


def test_a_card_can_lie_in_a_section_the_list_has_nothing_in():
    tournament, _round, judge = event_with_lists(4)
    check = begin(judge, tournament.registrations.earliest("pk"))
    version = check.version
    version.cards = [card for card in version.cards if card["section"] != "side"]
    version.save()
    visitor = DeskVisitor(tournament, judge)
    assert 'value="typed:side:HBU02-A02"' in text_of(visitor.get("desk_check", check.pk, query={"q": "HBU02-A02"}))
    visitor.post("desk_check_tap", check.pk, revision=1, tap="typed:side:HBU02-A02")
    assert [(card["section"], card["count"]) for card in DeckCheck.objects.get().counted] == [("side", 1)]


def test_a_batch_of_taps_from_the_script(event):
    tournament, _round, judge = event
    check = begin(judge, tournament.registrations.first())
    visitor = DeskVisitor(tournament, judge)
    rows = [["main", "HBU01-A01", 2]]
    answer = visitor.post("desk_check_counts", check.pk, revision=1, batch="b1", counts=json.dumps(rows))
    assert answer.json() == {"revision": 2}
    assert visitor.post("desk_check_counts", check.pk, revision=1, batch="b1", counts=json.dumps(rows)).json() == {
        "revision": 2
    }
    stale = visitor.post("desk_check_counts", check.pk, revision=1, batch="b2", counts=json.dumps(rows))
    assert stale.status_code == 409
    assert "has counted here in the meantime" in stale.json()["words"]
    for wrong in ("", "{}", "[1]", '[["main", "HBU01-A01", true]]', "[" * 5000, '[["attic", "x", 1]]'):
        answer = visitor.post("desk_check_counts", check.pk, revision=2, batch="b3", counts=wrong)
        assert answer.status_code == 400, wrong


def test_the_numbers_of_the_lists_open_the_players_and_remind_them():
    tournament = make_event(decklists_required=True)
    one, two, three = enter(tournament, "甲", "乙", "丙")
    hand_in(one)
    hand_in(two, "主牌\n3 HBU01-A01")
    judge = staff_actor(tournament, "judge")
    visitor = DeskVisitor(tournament, judge)
    words = words_of(visitor.get("desk_checks"))
    assert "2 Lists in" in words
    assert "1 Not legal" in words
    assert "1 Not submitted" in words
    missing = words_of(visitor.get("desk_lists", "missing"))
    assert three.name in missing
    assert one.name not in missing
    said = visitor.press("desk_lists_remind", entry=three.pk)
    assert "丙 has been reminded." in said
    assert "again in 15 minutes" in said
    notice = three.player.notices.get()
    assert (notice.code, notice.path) == ("deck_reminder", f"/deck/{three.pk}/")
    again = visitor.post("desk_lists_remind", entry=three.pk)
    assert again.status_code == 429
    assert "丙 was reminded a short while ago. Again in 15 minutes." in text_of(again)
    assert "乙 has been reminded." in visitor.press("desk_lists_remind")
    assert not one.player.notices.exists()
    assert visitor.get("desk_lists", "nonsense").status_code == 404


def test_the_form_of_a_penalty_sent_twice_gives_one_and_a_look_allows_another(event):
    tournament, _round, judge = event
    entry = tournament.registrations.earliest("pk")
    visitor = DeskVisitor(tournament, judge)
    assert 'name="known" value="0"' in visitor.read("desk_penalty_new", entry=entry.pk)
    sent = {"entry": entry.pk, "infraction": "deck_problem", "level": "warning"}
    assert visitor.post("desk_penalty_new", **sent, known=0).status_code == 302
    again = text_of(visitor.post("desk_penalty_new", **sent, known=0))
    assert "perhaps it was sent twice" in again
    assert 'name="known" value="1"' in again
    assert entry.penalties.count() == 1
    assert visitor.post("desk_penalty_new", **sent, known=1).status_code == 302


def test_who_is_disqualified_at_an_open_table_has_lost_there(event):
    tournament, _round, judge = event
    match = Match.objects.first()
    visitor = DeskVisitor(tournament, judge)
    facts = {"infraction": "cheating", "level": "disqualification", "note": "换牌", "apply": "on"}
    answer = visitor.post("desk_penalty_new", entry=match.player1_id, match=match.pk, version=match.version, **facts)
    assert answer.url == visitor.path("desk_penalties")
    match.refresh_from_db()
    assert (match.is_complete, match.outcome) == (True, Match.Outcome.MATCH_LOSS)


def test_a_game_that_a_penalty_lost_is_said_to_be_at_the_desk_and_in_public(event):
    tournament, _round, judge = event
    match = Match.objects.first()
    loss = {"level": "game_loss", "match_id": match.pk, "apply": True, "expected_version": match.version}
    give_penalty(actor=judge, registration_id=match.player1_id, infraction="tardiness", **loss)
    desk = text_of(DeskVisitor(tournament, judge).get("desk_match", match.pk))
    assert "<li>Lost by a penalty</li>" in desk
    assert "lost by a penalty" in words_of(browser().get(reverse("match", args=[tournament.code, match.pk])))


def test_an_event_that_asks_for_no_lists_offers_no_reminder():
    tournament = make_event(decklists_required=False)
    [entry] = enter(tournament, "甲")
    visitor = DeskVisitor(tournament, staff_actor(tournament, "judge"))
    for page, key in (("desk_check_entry", entry.pk), ("desk_lists", "missing")):
        text = text_of(visitor.get(page, key))
        assert entry.name in text
        assert "checks/lists/remind/" not in text
    assert "figure-need" not in text_of(visitor.get("desk_checks"))


def test_players_never_read_findings(event):
    tournament, _round, judge = event
    entry, other = tournament.registrations.all()[:2]
    check = begin(judge, entry)
    lay_out(judge, check, MAIN | {"HBU01-A01": 2, "HBU09-X01": 1}, SIDE)
    end(judge, check, "findings", note="秘密", minutes=5)
    give_penalty(actor=judge, registration_id=entry.pk, infraction="cheating", level="warning", note="秘密")
    match = table_of(entry)
    for visitor in (DeskVisitor(tournament), DeskVisitor(tournament, player_actor(other))):
        for page, keys in (
            ("tournament", []),
            ("tournament_pairings", []),
            ("tournament_players", []),
            ("match", [match.pk]),
            ("tournament_standings", []),
        ):
            page_text = text_of(visitor.get(page, *keys))
            for secret in ("秘密", "HBU09-X01", "Cheating", "indings"):
                assert secret not in page_text, (page, secret)
