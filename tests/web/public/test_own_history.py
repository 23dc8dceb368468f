"""A player's own pages: events, matches, standing with its arithmetic, decks to use again, seasons, opponents."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from tests.judged_events import hand_in
from tests.people_and_events import enter, make_actor, make_event, owner_of, player_actor
from tests.running_events import finish_round, play_swiss, publish
from tests.tournaments.ended_events import ended_event, make_season
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.tournaments.services.test_division_cuts import begin, cut_event
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import Registration, Tournament
from tournaments.queries.player_history import entries_counted, record_of
from tournaments.services.finish import finish_tournament
from tournaments.services.start import start_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
NAMES = ("林小雨", "王子轩", "李浩然", "Alexander")


def played(*names: str, owner: Actor | None = None, finish: bool = True, **settings: Any) -> Tournament:
    """An event of two rounds that is over: the first of each table wins two to nil."""
    event = make_event(owner, planned_rounds=2, **settings)
    enter(event, *(names or NAMES))
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    play_swiss(event, count=2)
    if finish:
        finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    return event


def entry_in(event: Tournament, name: str) -> Registration:
    return event.registrations.select_related("player").get(name=name)


def as_player(entry: Registration) -> Any:
    return browser(player_actor(entry))


def test_events_stand_with_place_and_record_and_the_newest_first() -> None:
    owner = make_actor()
    first, second = played(owner=owner, name="春季赛"), played(owner=owner, name="夏季赛")
    me = entry_in(first, NAMES[0])
    again = entry_in(second, NAMES[0])
    again.player = me.player
    again.save()
    place = Registration.objects.get(pk=me.pk).final_place
    answer = as_player(me).get(f"/my/players/{me.player_id}/")
    assert_clean(answer)
    words = words_of(answer)
    assert words.index("夏季赛") < words.index("春季赛")
    assert f"{place} of 4" in words
    assert as_player(me).get("/my/history/").url == f"/my/players/{me.player_id}/"


def test_an_event_that_was_restored_counts_once_and_a_cancelled_one_not_at_all() -> None:
    owner = make_actor()
    event = make_event(owner, planned_rounds=2, name="春季赛")
    enter(event, *NAMES)
    start_tournament(actor=owner, tournament_id=event.pk)
    play_swiss(event, count=1)
    me = entry_in(event, NAMES[0])
    first, second = restored(event), restored(event)
    restored(first)

    def counted(matches: int) -> list[int]:
        assert record_of(me.player).total.matches == matches
        return [one.tournament_id for one in entries_counted(me.player)]

    assert counted(1) == [event.pk], "of equals the oldest"
    play_swiss(second, count=1)
    assert counted(2) == [second.pk], "the one that was played on"
    Tournament.objects.filter(pk=first.pk).update(phase=Tournament.Phase.FINISHED)
    assert counted(1) == [first.pk], "the one that was played to its end"
    Tournament.objects.filter(pk=first.pk).update(phase=Tournament.Phase.SWISS)
    Tournament.objects.filter(pk=second.pk).update(phase=Tournament.Phase.CANCELLED)
    assert counted(1) == [event.pk]
    Tournament.objects.filter(pk=event.pk).update(phase=Tournament.Phase.CANCELLED)
    assert counted(1) == [first.pk], "both are restored from one that is cancelled"


def test_a_place_in_a_division_stands_with_its_name_and_its_size() -> None:
    """Apart, in one cut for each division, and together: there the place in the whole event stands too."""
    said = {}
    for how in ({"cut_mode": "apart"}, {"division_mode": "apart"}, {}):
        event = cut_event(juniors=4, masters=8, **how)
        if "cut_mode" in how:
            round = begin(event)
            while round.number < 6:
                finish_round(round)
                round = publish(event)
            finish_round(round)
        finish_tournament(actor=owner_of(event), tournament_id=event.pk, early=True)
        me = event.registrations.select_related("player").filter(division="junior").order_by("final_place").first()
        assert me is not None
        page = words_of(as_player(me).get(f"/my/players/{me.player_id}/"))
        single = words_of(as_player(me).get(f"/my/players/{me.player_id}/entries/{me.pk}/"))
        assert "Junior: 1 of 4" in page
        assert "Junior: 1 of 4" in single
        said[str(how)] = (f"{me.final_place} of 12" in page, f"{me.final_place} of 12" in single)
    assert list(said.values()) == [(False, False), (False, False), (True, True)]


def test_an_event_shows_each_match_and_the_arithmetic_of_the_own_standing() -> None:
    event = played()
    me = entry_in(event, NAMES[0])
    answer = as_player(me).get(f"/my/players/{me.player_id}/entries/{me.pk}/")
    assert_clean(answer)
    assert "Opponents OMW" in words_of(answer)
    assert "Own games GW" in words_of(answer)
    page = answer.content.decode()
    for match in event.rounds.get(number=1).matches.filter(player1=me) | event.rounds.get(number=1).matches.filter(
        player2=me
    ):
        assert match.opponent_of(me.pk).name in page
        won = match.player1_id == me.pk
        assert ("2–0" in page) if won else ("0–2" in page)
    links = re.findall(r'href="(/t/[^"]*/standings/2/\d+/[A-Z]+/)"', page)
    assert links
    assert all(browser().get(link).status_code == 200 for link in links)


def test_the_arithmetic_says_that_a_bye_is_left_out() -> None:
    event = played(*NAMES[:3])
    me = event.rounds.get(number=1).byes.get().registration
    for value, is_said in (("OMW", True), ("GW", False)):
        page = words_of(browser().get(reverse("standing_explained", args=[event.code, 2, me.pk, value])))
        assert ("Round 1 was a bye: nobody was met, so it is left out here." in page) is is_said


def test_opponents_are_named_as_everybody_reads_them() -> None:
    event = make_event(planned_rounds=1)
    enter(event, *NAMES[:2])
    hidden = entry_in(event, NAMES[1])
    hidden.player.birth_year = timezone.localdate().year - 11
    hidden.player.save()
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    finish_round(publish(event))
    me = entry_in(event, NAMES[0])
    for path in ("", "opponents/", f"entries/{me.pk}/"):
        page = as_player(me).get(f"/my/players/{me.player_id}/{path}").content.decode()
        assert NAMES[1] not in page
        assert "王＊＊" in page


def test_head_to_head_adds_up_over_events() -> None:
    owner = make_actor()
    one, two = played(*NAMES[:2], owner=owner), played(*NAMES[:2], owner=owner)
    me, them = entry_in(one, NAMES[0]), entry_in(one, NAMES[1])
    for name, first in ((NAMES[0], me), (NAMES[1], them)):
        again = entry_in(two, name)
        again.player = first.player
        again.save()
    words = words_of(as_player(me).get(f"/my/players/{me.player_id}/opponents/"))
    assert words.count(NAMES[1]) == 1
    wins = sum(
        (match.player1_id in (me.pk, entry_in(two, NAMES[0]).pk))
        for event in (one, two)
        for round in event.rounds.all()
        for match in round.matches.all()
    )
    met = sum(round.matches.count() for event in (one, two) for round in event.rounds.all())
    assert f"{wins}-{met - wins}-0" in words


def test_seasons_stand_with_rank_and_points() -> None:
    owner = make_actor()
    event = ended_event(owner, *NAMES)
    season = make_season(owner, event)
    me = entry_in(event, NAMES[1])
    answer = as_player(me).get(f"/my/players/{me.player_id}/")
    assert season.name in words_of(answer)
    assert "2 of 4" in words_of(answer)
    assert f"/seasons/{season.code}/players/{me.pk}/" in answer.content.decode()


def test_a_list_is_used_again_as_a_draft_with_the_verdict_of_that_event() -> None:
    owner = make_actor()
    before, coming = make_event(owner, name="上次"), make_event(owner, name="下次")
    me = enter(before, NAMES[0])[0]
    hand_in(me)
    me.refresh_from_db()
    assert me.decklist is not None
    target = enter(coming, NAMES[0], player_id=me.player_id)[0]
    client = as_player(me)
    listed = client.get(f"/my/players/{me.player_id}/decks/")
    assert_clean(listed)
    path = f"/my/players/{me.player_id}/decks/{me.decklist_id}/again/"
    assert path in listed.content.decode()
    asked = client.get(path)
    assert_clean(asked)
    assert "下次" in words_of(asked)
    assert "legal" in words_of(asked)
    assert client.post(path, {"entry": target.pk}).url == f"/deck/{target.pk}/"
    target.refresh_from_db()
    assert target.decklist is not None
    assert target.decklist.submitted is None
    assert target.decklist.versions.get().text == me.decklist.versions.order_by("-number")[0].text


def test_a_list_goes_into_no_entry_of_somebody_else_and_no_event_that_runs() -> None:
    owner = make_actor()
    before, coming, running = make_event(owner), make_event(owner), make_event(owner)
    me = enter(before, NAMES[0])[0]
    hand_in(me)
    me.refresh_from_db()
    theirs = enter(coming, NAMES[1])[0]
    mine = enter(running, NAMES[0], player_id=me.player_id)[0]
    enter(running, NAMES[1])
    start_tournament(actor=owner, tournament_id=running.pk)
    path = f"/my/players/{me.player_id}/decks/{me.decklist_id}/again/"
    for entry in (theirs, mine):
        assert as_player(me).post(path, {"entry": entry.pk}).status_code == 422
        entry.refresh_from_db()
        assert entry.decklist is None


def test_a_long_history_asks_no_more_queries_than_a_short_one() -> None:
    owner = make_actor()
    me = entry_in(played(owner=owner), NAMES[0])

    def queries() -> int:
        client = as_player(me)
        client.get(f"/my/players/{me.player_id}/")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(f"/my/players/{me.player_id}/").status_code == 200
        return len(asked)

    short = queries()
    for _ in range(12):
        again = entry_in(ended_event(owner, *NAMES), NAMES[0])
        again.player = me.player
        again.save()
    assert queries() == short <= 22
    assert "Page 1 of 2" in words_of(as_player(me).get(f"/my/players/{me.player_id}/"))


def test_nobody_else_reads_a_players_pages() -> None:
    event = played()
    me, them = entry_in(event, NAMES[0]), entry_in(event, NAMES[1])
    for client in (browser(), as_player(them), browser(owner_of(event)), browser(make_actor(is_superuser=True))):
        for path in ("", "opponents/", "decks/", f"entries/{me.pk}/"):
            assert client.get(f"/my/players/{me.player_id}/{path}").status_code == 404
    assert as_player(them).get(f"/my/players/{them.player_id}/entries/{me.pk}/").status_code == 404
