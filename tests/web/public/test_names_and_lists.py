"""What the public pages do not show: minors' names, hidden decklists, reasons of corrections."""

from __future__ import annotations

import pytest
from django.db.models import Q
from django.urls import reverse
from django.utils import translation

from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.web.pages import words_of
from tests.web.public.visiting import browser, cut_event, entry, event_with_a_child, running_event, won
from tournaments.exports.result_sheets import result_words
from tournaments.models import Match, Tournament
from tournaments.queries.rounds import matches_of
from tournaments.queries.standings import standings_of
from tournaments.services.corrections import correct_match
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.result_inputs import OutcomeInput, ScoreInput

pytestmark = pytest.mark.django_db


PAGES = ("tournament_overview", "tournament_players", "tournament_pairings", "tournament_standings")


def test_a_minors_name_is_for_staff_and_the_player_alone() -> None:
    tournament = event_with_a_child()
    child = entry(tournament, "王子轩")
    others = [None, player_actor(entry(tournament, "李浩然"))]
    for name in PAGES:
        path = reverse(name, args=[tournament.code])
        for actor in others:
            assert "王子轩" not in browser(actor).get(path).content.decode(), (name, actor)
        if name != "tournament_overview":
            assert "王＊＊" in words_of(browser().get(path))
            assert "王子轩" in words_of(browser(owner_of(tournament)).get(path))
            assert "王子轩" in words_of(browser(player_actor(child)).get(path))


def test_looking_for_a_hidden_name_finds_nothing() -> None:
    tournament = event_with_a_child()
    path = reverse("tournament_pairings", args=[tournament.code])
    assert "There is nobody with this name" in words_of(browser().get(path, {"find": "子轩"}))
    assert "There is nobody with this name" not in words_of(browser(owner_of(tournament)).get(path, {"find": "子轩"}))


def test_a_masked_child_finds_the_own_table_by_the_whole_name() -> None:
    tournament = event_with_a_child()
    number = entry(tournament, "王子轩").number
    for name in ("tournament_pairings", "tournament_standings", "tournament_players"):
        page = browser().get(reverse(name, args=[tournament.code]), {"find": " 王子轩"})
        rows = page.content.decode().split("<main", 1)[1].replace('value="王子轩"', "")
        assert f"王＊＊ #{number}" in rows, name
        assert "王子轩" not in rows, name


def test_the_arithmetic_of_a_value_masks_names_too() -> None:
    tournament = event_with_a_child()
    child = entry(tournament, "王子轩")
    matches = Match.objects.filter(round__tournament=tournament, round__number=1, player2__isnull=False)
    match = matches.get(Q(player1=child) | Q(player2=child))  # The seed of the pairing gives the bye to another player.
    rival = match.player2_id if match.player1_id == child.pk else match.player1_id
    path = reverse("standing_explained", args=[tournament.code, 1, rival, "OMW"])
    assert "王子轩" not in words_of(browser().get(path))
    assert "王＊＊" in words_of(browser().get(path))
    assert "王子轩" in words_of(browser(owner_of(tournament)).get(path))
    why = reverse("match_why", args=[tournament.code, match.pk])
    assert "王子轩" not in browser().get(why).content.decode()


def test_lists_are_hidden_until_the_organiser_lets_them_out() -> None:
    tournament = make_event(lists_public=True, decklists_required=True)
    (one,) = enter(tournament, "王子轩")
    save_entry_decklist(
        actor=owner_of(tournament), registration_id=one.pk, text="主牌\n3 HBU01-A07", name="光之国", submit=True
    )
    path = reverse("tournament_deck", args=[tournament.code, one.pk])
    listing = reverse("tournament_decks", args=[tournament.code])
    assert browser().get(path).status_code == 404
    assert "光之国" not in browser().get(listing).content.decode()
    assert browser(staff_actor(tournament, "scorekeeper")).get(path).status_code == 404
    for reader in (player_actor(one), staff_actor(tournament, "judge"), owner_of(tournament)):
        assert "HBU01-A07" in words_of(browser(reader).get(path))
    Tournament.objects.filter(pk=tournament.pk).update(phase="finished")
    assert "HBU01-A07" in words_of(browser().get(path))
    assert "光之国" in words_of(browser().get(listing))
    Tournament.objects.filter(pk=tournament.pk).update(lists_public=False)
    assert browser().get(path).status_code == 404


def test_a_correction_is_seen_by_all_and_its_reason_by_staff() -> None:
    tournament = running_event()
    match = Match.objects.filter(round__tournament=tournament, round__number=1).first()
    correct_match(
        actor=owner_of(tournament),
        match_id=match.pk,
        expected_version=match.version,
        score=ScoreInput(wins1=0, wins2=2),
        reason="记分单看反了",
    )
    path = reverse("match", args=[tournament.code, match.pk])
    public, staff = words_of(browser().get(path)), words_of(browser(owner_of(tournament)).get(path))
    assert "2–1 became 0–2" in public
    assert "记分单看反了" not in public
    assert "记分单看反了" in staff


def test_a_match_a_judge_gave_to_the_loser_of_its_games_says_so_everywhere() -> None:
    tournament = running_event()
    match = Match.objects.filter(round__tournament=tournament, round__number=2, table=1).get()
    won(match, 0, 2)
    match.refresh_from_db()
    award = OutcomeInput(outcome="judge_award", winner_seat=1)
    owner = owner_of(tournament)
    correct_match(actor=owner, match_id=match.pk, expected_version=match.version, outcome=award, reason="illegal deck")
    said = "Decided by a judge; played 0–2"
    page = words_of(browser().get(reverse("match", args=[tournament.code, match.pk])))
    assert page.count(said) == 2, "once for the match, once for what the correction made of it"
    assert f"0–2 became {said}" in page
    assert said in words_of(browser().get(reverse("tournament_pairings", args=[tournament.code])))
    assert "Judge award" in words_of(browser(owner).get(reverse("desk", args=[tournament.code])))
    api = browser().get(f"/api/v1/tournaments/{tournament.code}/matches/{match.pk}/").json()
    assert (api["decision"], api["winner_seat"], api["wins2"]) == (said, 1, 2)
    row = next(row for row in matches_of(match.round) if row.match == match)
    with translation.override("en"):
        assert result_words(row) == said
    winner = {row.registration.pk: row for row in standings_of(tournament)}[match.player1_id]
    assert winner.points == 3 * winner.wins


def test_a_score_that_a_judge_corrects_to_a_draw_is_a_draw_everywhere() -> None:
    tournament = running_event()
    match = Match.objects.filter(round__tournament=tournament, round__number=2, table=1).get()
    won(match, 2, 0)
    match.refresh_from_db()
    award = OutcomeInput(outcome="judge_award", without_games=True)
    owner = owner_of(tournament)
    correct_match(actor=owner, match_id=match.pk, expected_version=match.version, outcome=award, reason="wrong slip")
    said = "Drawn, as a judge decided"
    assert f"2–0 became {said}" in words_of(browser().get(reverse("match", args=[tournament.code, match.pk])))
    assert said in words_of(browser().get(reverse("tournament_pairings", args=[tournament.code])))


def test_the_bracket_says_in_words_what_it_draws() -> None:
    tournament = cut_event()
    match = Match.objects.filter(round__tournament=tournament, round__stage="top_cut").first()
    won(match, 2, 0)
    words = words_of(browser().get(reverse("tournament_bracket", args=[tournament.code])))
    assert "Semifinals" in words
    assert "Final" in words
    assert "2–0" in words
    assert "to be decided" in words
