"""Repairing a round at the desk; pairs kept apart, fixed seats, the pairing settings; the proof on its pages."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest

from accounts.refusals import Refusal
from tests.background import no_worker
from tests.people_and_events import enter, make_event, owner_of
from tests.planned_repairs import corrected_event, repair_plan
from tests.running_events import finish_round, pair, publish, score, start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tournaments.models import KeepApart, Match, PairingSearch, Round, RoundRepair, Tournament
from tournaments.queries.moved import moved_in
from tournaments.views.desk import repair_choices

pytestmark = pytest.mark.django_db


def corrected(players: int = 8) -> tuple[DeskVisitor, Round]:
    """Round 2 is published, then a result of round 1 corrected."""
    tournament, second = corrected_event(players)
    return DeskVisitor(tournament, owner_of(tournament)), second


def fingerprint(page: str, choice: int = 0) -> str:
    """What the page shows of keep (0), repair (1) or the draw of all (2)."""
    found = re.findall(r'name="fingerprint" value="(\w+)"', page)
    assert len(found) > choice, page[-3000:]
    return found[choice]


def test_a_repair_is_offered_shown_made_and_taken_back() -> None:
    desk, second = corrected()
    for page in (desk.read("desk"), desk.read("desk_round", 2)):
        assert desk.path("desk_round_repair", 2) in page
    first = Match.objects.filter(round__tournament=desk.tournament, round__number=1).earliest("table")
    assert desk.path("desk_round_repair", 2) in desk.read("desk_match", first.pk)
    assert desk.path("desk_round_repair", 2) not in desk.read("desk_match", second.matches.earliest("pk").pk)
    shown = desk.read("desk_round_repair", 2)
    assert "Proved: no pairing fits the corrected standings better" in shown
    assert "2 tables stay as they are." in shown
    plan = repair_plan(second)
    for key in plan.moved:
        assert plan.people[key].name in shown
    page = desk.press("desk_round_repair", 2, fingerprint=fingerprint(shown, 1))
    assert "Round 2: repaired. Everybody who moved has a notice." in page
    assert "4 players moved" in page
    assert desk.path("desk_round_repair", 2) + '"' not in desk.read("desk")
    repair = RoundRepair.objects.get()
    assert desk.path("desk_round_repair_undo", 2, repair.pk) in desk.read("desk")
    page = desk.press("desk_round_repair_undo", 2, repair.pk)
    assert "Round 2: the repair is undone." in page
    assert RoundRepair.objects.get().undone_at is not None


def test_the_page_of_a_large_round_is_there_before_the_repair_is_worked_out() -> None:
    desk, _ = corrected()
    path = desk.path("desk_round_repair", 2)
    with patch("tournaments.queries.repair.MAX_QUICK", 0), patch("tournaments.services.repairs.plan_repair") as planned:
        shown = desk.read("desk_round_repair", 2)
    planned.assert_not_called()
    assert "Working out which tables have to move." in shown
    assert f'hx-get="{path}?plan=1"' in shown
    assert "Corrected since" in shown
    with patch("tournaments.queries.repair.MAX_QUICK", 0):
        page = desk.read("desk_round_repair", 2, plan="1")
    assert "Working out" not in page
    assert "Proved: no pairing fits the corrected standings better" in page


def test_a_result_that_comes_in_meanwhile_stops_the_repair() -> None:
    desk, second = corrected()
    shown = desk.read("desk_round_repair", 2)
    match = Match.objects.get(pk=repair_plan(second).moves[0].match.pk)
    score(match, 2, 1)
    answer = desk.post("desk_round_repair", 2, fingerprint=fingerprint(shown, 1))
    assert answer.status_code == 409
    assert "Something changed at the tables of round 2 in the meantime. Nothing was moved" in text_of(answer)
    match.refresh_from_db()
    assert match.is_complete
    assert not RoundRepair.objects.exists()


def test_without_a_correction_there_is_nothing_to_repair() -> None:
    tournament = start_event(4, planned_rounds=2)
    publish(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament))
    assert desk.path("desk_round_repair", 1) not in desk.read("desk_round", 1)
    assert "There is nothing to repair" in desk.read("desk_round_repair", 1)


def test_everybody_sees_that_a_round_was_repaired_and_how_it_was_paired() -> None:
    desk, second = corrected()
    desk.press("desk_round_repair", 2, fingerprint=repair_plan(second).fingerprint)
    visitor = DeskVisitor(desk.tournament)
    page = visitor.read("tournament_pairings", 2)
    assert "Repaired after a correction" in page
    assert visitor.path("round_proof", 2) in page
    proof = visitor.read("round_proof", 2)
    assert "Proved: no better pairing of this round exists." in proof
    assert "Least possible (proved)" in proof
    why = visitor.read("match_why", second.matches.earliest("pk").pk)
    assert "Proved: no better pairing of this round exists." in why


def test_a_forced_rematch_is_named_to_everybody_as_they_may_see_it() -> None:
    tournament = make_event(planned_rounds=2)
    (child,) = enter(tournament, "Wang Xiaoming", birth_year=2020)
    enter(tournament, "Lee")
    desk = DeskVisitor(tournament, owner_of(tournament))
    desk.press("desk_start")
    finish_round(publish(tournament))
    pair(tournament)
    draft = desk.read("desk_round", 2)
    assert "1 rematch could not be avoided" in draft
    assert "Wang Xiaoming – Lee" in draft or "Lee – Wang Xiaoming" in draft
    assert "Publish Round 2 as it is?" in desk.press("desk_round_publish", 2)
    desk.publish_as_asked(2)
    proof = DeskVisitor(tournament).read("round_proof", 2)
    assert "1 rematch could not be avoided" in proof
    assert child.name not in proof


def test_a_draft_nobody_may_see_has_no_public_proof() -> None:
    tournament = start_event(4, planned_rounds=2)
    pair(tournament)
    assert DeskVisitor(tournament).get("round_proof", 1).status_code == 404


def test_players_are_kept_apart_on_the_page_of_entries() -> None:
    tournament = make_event(planned_rounds=1)
    one, two = enter(tournament, "Ann", "Bob")
    desk = DeskVisitor(tournament, owner_of(tournament))
    page = desk.press("desk_apart", one=one.pk, other=two.pk, how="never")
    assert "Ann and Bob are kept apart from the next pairing on." in page
    assert "Ann – Bob" in page
    desk.press("desk_start")
    page = text_of(
        desk.client.post(desk.path("desk_pair"), {"number": 1}, headers={"referer": "http://testserver/"}, follow=True)
    )
    assert "The round cannot be paired" in page
    kept = KeepApart.objects.get()
    assert "The two may meet again." in desk.press("desk_apart_remove", pair=kept.pk)
    desk.press("desk_pair", number=1)
    assert tournament.rounds.get().matches.count() == 1


def test_a_fixed_seat_is_promised_and_taken_back() -> None:
    tournament = make_event()
    (entry,) = enter(tournament, "Ann")
    desk = DeskVisitor(tournament, owner_of(tournament))
    assert "Ann sits at table 7 from the next pairing on." in desk.press("desk_entry_seat", entry.pk, table="7")
    assert 'value="7"' in desk.read("desk_entry", entry.pk)
    assert "Ann no longer has a fixed seat." in desk.press("desk_entry_seat", entry.pk, table="")
    answer = desk.post("desk_entry_seat", entry.pk, table="x")
    assert "Choose a table number from 1 to 9999." in text_of(answer)


def test_the_pairing_settings_are_folded_away_until_something_is_wrong() -> None:
    tournament = make_event()
    desk = DeskVisitor(tournament, owner_of(tournament))
    page = desk.read("desk_edit")
    assert "Teams, order, table numbers" in page
    form = {
        name: value
        for name, value in re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', page)
        if name not in {"csrfmiddlewaretoken", "language", "theme", "next"}
    }
    form |= {
        "game_slug": tournament.game.slug,
        "entry_format": "singles",
        "best_of": "3",
        "top_cut": "0",
        "pool": "open",
        "preset": "mtr",
    }
    form |= {"game_one_choice": "higher_seed", "name": tournament.name, "starts_at": "2026-12-05T10:00"}
    answer = desk.post("desk_edit", **form | {"blocked_tables": "13, nine"})
    assert answer.status_code == 422
    assert "“nine” is not a table number" in text_of(answer)
    answer = desk.post("desk_edit", **form | {"blocked_tables": "13,15", "team_policy": "never"})
    assert answer.status_code == 302, text_of(answer)[:2000]
    changed = Tournament.objects.get(pk=tournament.pk)
    assert (changed.blocked_tables, changed.team_policy, changed.first_table) == ("13, 15", "never", 1)


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_pages_are_clean(language: str) -> None:
    desk, second = corrected()
    visitor = DeskVisitor(desk.tournament, owner_of(desk.tournament), language=language)
    assert_clean(visitor.get("desk_round_repair", 2))
    assert_clean(visitor.get("desk"))
    assert_clean(visitor.get("desk_round", 2))
    visitor.press("desk_round_repair", 2, fingerprint=repair_plan(second).fingerprint)
    one, two = desk.tournament.registrations.order_by("pk")[:2]
    visitor.press("desk_apart", one=one.pk, other=two.pk, how="avoid")
    for page in ("desk", "desk_entries", "desk_edit"):
        assert_clean(visitor.get(page))
    assert_clean(visitor.get("desk_entry", one.pk))
    for page in ("desk_round", "desk_round_repair", "round_proof", "tournament_pairings"):
        assert_clean(visitor.get(page, 2))
    assert_clean(visitor.get("match_why", second.matches.earliest("pk").pk))


def test_keep_repair_and_pair_again_stand_side_by_side() -> None:
    desk, _second = corrected()
    page = desk.read("desk_round_repair", 2)
    for words in ("Keep as published", "Repair: move as few as possible", "Pair all again", "What each costs"):
        assert words in page
    refused = desk.post("desk_round_repair", 2, choice="keep", reason="")
    assert refused.status_code == 400
    kept = desk.press("desk_round_repair", 2, choice="keep", reason="seated", fingerprint=fingerprint(page))
    assert "Round 2: stays as it was published." in kept
    assert RoundRepair.objects.get().choice == "keep"
    assert "Who moved in this round" not in desk.read("desk")
    assert "Choose again what the correction changes" in desk.read("desk_round", 2)
    page = desk.press("desk_round_repair_undo", 2, RoundRepair.objects.get().pk)
    assert "Round 2: the choice is open again." in page
    assert "Repaired after a correction" not in DeskVisitor(desk.tournament).read("tournament_pairings", 2)


def test_who_moved_is_listed_on_the_desk_the_pairings_and_the_wall() -> None:
    desk, second = corrected()
    plan = repair_plan(second)
    desk.press("desk_round_repair", 2, fingerprint=plan.fingerprint, reason="misread")
    visitor = DeskVisitor(desk.tournament)
    for page in (desk.read("desk"), desk.read("desk_round", 2)):
        assert "Who moved in this round" in page
    stays = [one for one in moved_in(second) if one.stays]
    assert stays
    for one in stays:
        assert f"same table, new opponent: {one.opponent} " in visitor.read("event_hall")
        assert "same table, new opponent" in desk.read("desk")
    public = words_of(visitor.get("tournament_pairings", 2))
    assert f"{stays[0].player} stays at table {stays[0].after} and plays against {stays[0].opponent}" in public
    for page in (public, visitor.read("event_hall")):
        assert "Who moved in this round" in page
    assert "misread" not in visitor.read("tournament_pairings", 2)


def test_a_draw_that_takes_long_is_offered_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    desk, _second = corrected()
    genuine = repair_choices.repairs.plan_repair

    def slow(*, redraws: bool, **named: object) -> object:
        if redraws:
            raise Refusal("pairing_takes_long", number=2)
        return genuine(redraws=redraws, **named)

    monkeypatch.setattr(repair_choices.repairs, "plan_repair", slow)
    page = desk.read("desk_round_repair", 2)
    assert "Pair again in the background" in page
    assert "0 tables stay" not in page
    with no_worker():
        page = desk.press("desk_round_repair", 2, choice="redraw", reason="many tables")
    assert "Pairing round 2" in page
    assert PairingSearch.objects.get().aim == "redraw"
