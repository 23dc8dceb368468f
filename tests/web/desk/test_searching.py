"""A round that takes longer than a page may: paired in the background, watched, stopped, and continued from a draft."""

from __future__ import annotations

import pytest
from django.conf import settings

from jobs.models import Job
from jobs.queries import SLOW_TO_END
from jobs.services.leases import LEASE, claim, renew
from tests.api.client import ApiAsker
from tests.background import no_worker, time_passes
from tests.people_and_events import owner_of
from tests.running_events import pair, start_event
from tests.tournaments.services.slow_pairing import asked, no_time
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean
from tournaments.models import PairingSearch, Tournament
from tournaments.services.pairing_search import SEARCH, fail_search, run_pairing, run_search

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]


def test_the_button_leads_to_the_search_and_the_search_to_the_draft() -> None:
    tournament = start_event(8, planned_rounds=3)
    desk = DeskVisitor(tournament, owner_of(tournament))
    with no_time(), no_worker():
        answer = desk.post("desk_pair", number=1)
    assert answer.headers["Location"] == desk.path("desk_search", 1)
    answer = desk.get("desk_search", 1)
    assert_clean(answer)
    page = text_of(answer)
    assert "Waiting for the worker" in page
    assert "Round 1 is being paired" in desk.read("desk")
    search = PairingSearch.objects.get()
    assert claim(Job.objects.get().pk) is not None
    PairingSearch.objects.update(state="running", step="plans", done=3, most=60, began_again=2)
    part = text_of(desk.get("desk_search", 1, htmx="search"))
    assert "Pairing by brackets: plans tried" in part
    assert "3 / 60" in part
    assert "Started again 2 times" in part
    assert "every 1s" in part
    assert "<html" not in part
    PairingSearch.objects.update(state="queued")
    run_search(search.pk)
    assert desk.get("desk_search", 1, htmx="search").headers["HX-Redirect"] == desk.path("desk_round", 1)
    assert desk.get("desk_search", 1).headers["Location"] == desk.path("desk_round", 1)
    assert "The round is paired." in desk.read("desk_round", 1)
    assert "Round 1 is being paired" not in desk.read("desk")
    desk.press("desk_round_publish", 1)
    page = text_of(desk.get("desk_search", 1))
    assert desk.path("desk_round", 1) in page
    assert "every 1s" not in page


def test_pairing_again_shows_its_progress_too_without_scripts_as_well() -> None:
    tournament = start_event(8, planned_rounds=3)
    draft = pair(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament))
    with no_time(), no_worker():
        answer = desk.post("desk_round_again", 1)
    assert answer.headers["Location"] == desk.path("desk_search", 1)
    page = text_of(desk.get("desk_search", 1))
    assert '<meta http-equiv="refresh" content="2">' in page
    assert "Waiting for the worker" in page
    assert "Round 1: being paired" in desk.read("desk_round", 1)
    run_pairing(PairingSearch.objects.get().pk)
    assert desk.get("desk_search", 1).headers["Location"] == desk.path("desk_round", 1)
    assert "The round is paired again." in desk.read("desk_round", 1)
    assert tournament.rounds.get() != draft


def test_a_search_whose_worker_is_gone_says_so_whatever_step_it_had_reached() -> None:
    tournament = start_event(8, planned_rounds=3)
    desk = DeskVisitor(tournament, owner_of(tournament))
    with no_time(), no_worker():
        desk.post("desk_pair", number=1)
    Job.objects.update(kind=SEARCH)
    lease = claim(Job.objects.get().pk)
    assert lease is not None
    PairingSearch.objects.update(state="running", step="plans", done=3, most=60)

    def part() -> str:
        return text_of(desk.get("desk_search", 1, htmx="search"))

    assert "The worker was stopped" not in part()
    time_passes(SLOW_TO_END.total_seconds() + 60)
    assert renew(lease)
    assert "longer than it should" not in part()  # A search may take that long.
    time_passes(settings.PAIRING_JOB_SECONDS)
    assert renew(lease)
    assert "longer than it should" in part()
    time_passes(LEASE.total_seconds() + 1)
    assert "The worker was stopped in the middle of this." in part()
    assert "Waiting for the worker" in part()
    assert "3 / 60" not in part()
    Job.objects.update(holder=None, held_until=None, losses=0, trouble="disk_full")
    assert "The disk is full." in part()
    fail_search(PairingSearch.objects.get().pk, "worker_lost")
    assert "This was given up because the worker kept being stopped" in part()


def test_the_stop_button_stops_it_and_it_can_be_asked_for_again() -> None:
    tournament = start_event(8, planned_rounds=3)
    desk = DeskVisitor(tournament, owner_of(tournament))
    asked(tournament, 1)
    page = desk.press("desk_search_stop", 1)
    assert "The search was stopped. Nothing was changed." in page
    assert "Search again" in page
    with no_worker():
        assert "Waiting for the worker" in desk.press("desk_search", 1)
    assert desk.get("desk_search", 2).status_code == 404
    assert desk.post("desk_search", 3).status_code == 404


def test_a_draft_that_may_be_bettered_says_how_far_and_offers_to_search_on() -> None:
    tournament = start_event(8, planned_rounds=3)
    draft = pair(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament))
    assert "Keep searching in the background" not in desk.read("desk_round", 1)
    draft.pairing |= {"certified": False, "in_time": False, "pair_down": 9}
    draft.pairing["achieved"]["score_spread"] = 9
    draft.save()
    answer = desk.get("desk_round", 1)
    assert_clean(answer)
    page = text_of(answer)
    assert "A good pairing: at most 1 pair-down worse than the best possible." in page
    assert "The search reached its time limit." in page
    assert "Keep searching in the background" in page
    printed = in_english(tournament).get(f"tournaments/{tournament.code}/rounds/1/")
    assert (printed["certified"], printed["gap"][:15]) == (False, "A good pairing:")
    with no_worker():
        assert "Waiting for the worker" in desk.press("desk_search", 1)
    run_search(PairingSearch.objects.get().pk)
    assert "the draft is a new one" in desk.read("desk_search", 1)
    assert "Proved: no better pairing of this round exists." in desk.read("desk_round", 1)


def in_english(tournament: Tournament) -> ApiAsker:
    """The owner's program, which requests English."""
    asker = ApiAsker(owner_of(tournament))
    asker.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return asker


def test_the_api_answers_with_the_address_of_the_search() -> None:
    tournament = start_event(8, planned_rounds=3)
    asker = in_english(tournament)
    path = f"tournaments/{tournament.code}/rounds/"
    asker.get(f"{path}1/search/", status=404)
    with no_time(), no_worker():
        asked_for = asker.post(path, {"number": 1}, status=202)
    assert (asked_for["state"], asked_for["number"], asked_for["words"]) == ("queued", 1, "")
    assert asker.get(f"{path}1/search/") == asked_for
    asker.delete(f"{path}1/search/")
    stopped = asker.get(f"{path}1/search/")
    assert (stopped["state"], stopped["words"]) == ("stopped", "The search was stopped. Nothing was changed.")
    asker.post(f"{path}1/search/", status=202)
    done = asker.get(f"{path}1/search/")
    assert (done["state"], done["outcome"]) == ("done", "paired")
    assert asker.get(f"{path}1/")["certified"]
    assert asker.get(f"{path}1/")["gap"] == ""
    asker.post(f"{path}3/search/", status=404)
    asker.post(f"{path}2/search/", status=409)
