"""Every page of an event, at every stage, for everybody, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import make_event, owner_of, player_actor, staff_actor
from tests.running_events import start_event
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import (
    browser,
    cut_event,
    entry,
    open_event,
    paired,
    running_event,
    some_years_ago,
    won,
)
from tournaments.models import Match, Tournament
from tournaments.play.divisions import read_lines
from tournaments.queries.champions import champions_of
from tournaments.queries.names import shown_name
from tournaments.services.entries import mark_no_show
from tournaments.services.setup import cancel_tournament
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db

TABS = ("overview", "players", "pairings", "standings", "bracket", "decks", "info", "register")


def finished_event() -> Tournament:
    return cut_event(finished=True, lists_public=True, third_place_match=False)


def cancelled_event() -> Tournament:
    tournament = open_event()
    cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="台风")
    tournament.refresh_from_db()
    return tournament


STAGES: dict[str, Callable[[], Tournament]] = {
    "empty": lambda: make_event(),
    "open": lambda: open_event(capacity=5, description="冠军获得名额。"),
    "running": running_event,
    "cut": cut_event,
    "finished": finished_event,
    "cancelled": cancelled_event,
}


def pages_of(tournament: Tournament) -> list[str]:
    """The addresses of all pages of the event, including those of its objects."""
    code = tournament.code
    paths = [reverse(f"tournament_{tab}", args=[code]) for tab in TABS]
    for round in tournament.rounds.all():
        paths.append(reverse("tournament_pairings", args=[code, round.number]))
    match = Match.objects.filter(round__tournament=tournament).order_by("-pk").first()
    if match is not None:
        paths += [reverse("match", args=[code, match.pk])]
        first = Match.objects.filter(round__tournament=tournament, round__number=1).first()
        paths += [reverse("match_why", args=[code, first.pk]), reverse("match", args=[code, first.pk])]
        paths += [reverse("tournament_standings", args=[code, 1])]
        paths += [
            reverse("standing_explained", args=[code, 1, first.player1_id, value]) for value in ("OMW", "GW", "OGW")
        ]
    return paths


def test_every_page_answers_head_as_it_answers_get() -> None:
    tournament = finished_event()
    paths = ["/", "/about/", "/decks/check/", "/api/docs/", "/my/", "/accounts/login/", *pages_of(tournament)]
    visitor = browser()
    differing = [path for path in paths if visitor.head(path).status_code != visitor.get(path).status_code]
    assert differing == []
    assert {visitor.head(path).status_code for path in paths} == {200}


@pytest.mark.parametrize("stage", STAGES)
def test_every_page_is_there_for_everybody_and_clean(stage: str) -> None:
    tournament = STAGES[stage]()
    entries = list(tournament.registrations.all()[:1])
    people = [owner_of(tournament), staff_actor(tournament, "judge"), *(player_actor(one) for one in entries)]
    visits = [(None, "zh-CN"), (None, "en"), *((actor, "en") for actor in people)]
    for actor, language in visits:
        client = browser(actor, language)
        for path in ["/", "/my/", *pages_of(tournament)]:
            answer = client.get(path)
            assert answer.status_code == 200, (path, answer.status_code)
            page = assert_clean(answer)
            assert page.language == ("zh-Hans" if language == "zh-CN" else "en")


@pytest.mark.parametrize(
    ("stage", "tab"),
    [
        ("open", None),
        ("cancelled", None),
        ("running", "tournament_pairings"),
        ("cut", "tournament_bracket"),
        ("finished", "tournament_standings"),
    ],
)
def test_the_tab_of_the_moment_opens_by_itself(stage: str, tab: str | None) -> None:
    tournament = STAGES[stage]()
    answer = browser().get(reverse("tournament", args=[tournament.code]))
    if tab is None:
        assert answer.status_code == 200
    else:
        assert answer.status_code == 302
        assert answer["Location"] == reverse(tab, args=[tournament.code])


def test_between_rounds_the_standings_open() -> None:
    tournament = running_event()
    for match in Match.objects.filter(round__tournament=tournament, round__number=2):
        won(match)
    tournament.rounds.filter(number=2).update(status="completed")
    answer = browser().get(reverse("tournament", args=[tournament.code]))
    assert answer["Location"] == reverse("tournament_standings", args=[tournament.code])


def test_a_draft_is_nobodys_to_read_here() -> None:
    tournament = open_event(planned_rounds=3)
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    draft = paired(tournament, 1, publish=False)
    client = browser()
    assert client.get(reverse("tournament_pairings", args=[tournament.code, 1])).status_code == 404
    assert client.get(reverse("match", args=[tournament.code, draft.matches.first().pk])).status_code == 404
    assert client.get(reverse("match_why", args=[tournament.code, draft.matches.first().pk])).status_code == 404
    assert "No round yet" in words_of(client.get(reverse("tournament_pairings", args=[tournament.code])))


def test_objects_of_another_event_are_not_found() -> None:
    one, other = running_event(), running_event()
    match = Match.objects.filter(round__tournament=other).first()
    foreign = entry(other, "王子轩")
    for client in (browser(), browser(owner_of(one))):
        for name, keys in (
            ("match", [match.pk]),
            ("match_why", [match.pk]),
            ("tournament_deck", [foreign.pk]),
            ("standing_explained", [1, foreign.pk, "OMW"]),
            ("tournament_pairings", [9]),
            ("tournament_standings", [9]),
        ):
            assert client.get(reverse(name, args=[one.code, *keys])).status_code == 404, name


def test_an_unknown_event_and_an_unknown_value() -> None:
    assert browser().get("/t/nothing1/").status_code == 404
    tournament = running_event()
    path = reverse("standing_explained", args=[tournament.code, 1, entry(tournament, "王子轩").pk, "XYZ"])
    assert browser().get(path).status_code == 400


def test_the_header_offers_one_next_step_and_never_the_page_one_is_on() -> None:
    tournament = open_event(decklists_required=False)
    overview = browser().get(reverse("tournament", args=[tournament.code]))
    assert overview.content.decode().count('class="btn btn-primary"') == 1
    assert "Sign up" in words_of(overview)
    register = browser().get(reverse("tournament_register", args=[tournament.code])).content.decode()
    assert f'class="btn btn-primary" href="{reverse("tournament_register", args=[tournament.code])}"' not in register
    assert "Start with 7 players" in words_of(
        browser(owner_of(tournament)).get(reverse("tournament", args=[tournament.code]))
    )


@pytest.mark.language("en")
def test_the_champion_stands_on_top_of_a_finished_event() -> None:
    tournament = finished_event()
    champion = tournament.registrations.get(final_place=1)
    champion.player.birth_year = some_years_ago(12)
    champion.player.save()
    public = words_of(browser().get(reverse("tournament_standings", args=[tournament.code])))
    assert f"Champion: {shown_name(champion, private=False)}" in public
    for page in ("desk", "desk_board"):
        desk = browser(owner_of(tournament)).get(reverse(page, args=[tournament.code]), headers={"HX-Request": "true"})
        assert f"Champion: {champion.name}" in words_of(desk)
    assert "Champion" not in words_of(browser().get(reverse("tournament_standings", args=[running_event().code])))


@pytest.mark.language("en")
def test_divisions_that_are_paired_apart_have_a_champion_each() -> None:
    tournament = running_event(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    placed = list(tournament.registrations.order_by("pk"))
    for place, one in enumerate(placed, start=1):
        one.final_place, one.division = place, "junior" if place > 3 else "masters"
        one.save()
    tournament.phase = Tournament.Phase.FINISHED
    for mode, said in (("together", ["", "Junior", "Masters"]), ("apart", ["Junior", "Masters"])):
        tournament.division_mode = mode
        assert [group.division for group in champions_of(tournament)] == said
    assert [group.entries for group in champions_of(tournament)] == [(placed[3],), (placed[0],)]


def test_those_who_never_came_are_counted_apart() -> None:
    tournament = start_event(4)
    mark_no_show(actor=owner_of(tournament), registration_id=tournament.registrations.order_by("pk").last().pk)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    for address in (reverse("home"), reverse("tournament_players", args=[tournament.code])):
        page = " ".join(client.get(address).content.decode().split())
        assert "3 players · 1 did not come" in page
