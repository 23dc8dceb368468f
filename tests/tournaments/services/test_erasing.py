"""A player's data is erased: no name is left anywhere, and nothing else changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Refusal
from accounts.services import issue_api_token, issue_personal_link
from tests.judged_events import begin, event_with_lists
from tests.people_and_events import enter, make_actor, make_event, make_user, owner_of, player_actor, staff_actor
from tests.refused import assert_sentence
from tests.running_events import play_game, publish, start_event
from tests.tournaments.ended_events import ended_event, same_player
from tests.tournaments.services.erased_people import (
    NAME,
    NAMES,
    member_named_everywhere,
    named_everywhere,
    places_naming,
    standings_of,
)
from tests.tournaments.services.snapshots.taken_snapshots import taken
from tests.two_at_once import at_once, refusals
from tournaments.models import Erasure, LogEntry, Registration, Snapshot, Tournament
from tournaments.queries.names import shown_name
from tournaments.queries.standings import standings_of as ranked
from tournaments.services import results
from tournaments.services.entries import add_entry, edit_entry, issue_entry_link, register_self, reinstate
from tournaments.services.erasing import erase_player
from tournaments.services.result_inputs import GameInput
from tournaments.services.snapshots import taking
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import restore
from tournaments.wording import say_log, say_refusal


def erase(entry: Registration, actor: Actor | None = None, typed: str = "") -> Erasure:
    entry = Registration.people.select_related("player", "tournament__created_by").get(pk=entry.pk)
    by = actor or owner_of(entry.tournament)
    return erase_player(actor=by, player_id=entry.player_id, typed_name=typed or entry.player.name)


def code_of(entry: Registration, actor: Actor | None = None, typed: str = "") -> str:
    with pytest.raises(Refusal) as refused:
        erase(entry, actor, typed)
    assert_sentence(say_refusal(refused.value), refused.value.code)
    return refused.value.code


@pytest.mark.django_db(transaction=True)
def test_no_column_session_or_file_names_the_player_and_the_results_stay(settings: Any, tmp_path: Path) -> None:
    settings.SNAPSHOTS_COPY_TO = str(tmp_path)
    event, entry, client = named_everywhere()
    named = " ".join(places_naming(code=event.code))
    for place in (
        *("accounts_player.name", "tournaments_registration.public_name", "tournaments_logentry.facts"),
        *("tournaments_logentry.actor", "tournaments_penalty.note", "tournaments_judgecall.words"),
        *("tournaments_matchrevision.reason", "tournaments_resultreport.reported_by", "accounts_notice.facts"),
        *("decks_decklist.name", "decks_decklistversion.text", "django_admin_log.object_repr", ".json.gz", ".xlsx"),
        *("tournaments_registration.status_reason", str(tmp_path)),
    ):
        assert place in named, f"{place} did not name the player, so the sweep would prove nothing of it"
    before, lines = standings_of(event), [row.registration.pk for row in ranked(event)]
    cards = entry.decklist.submitted.cards  # type: ignore[union-attr]
    erase(entry, player_actor(entry))
    assert places_naming(code=event.code) == []
    assert standings_of(event) == before
    assert [row.registration.pk for row in ranked(event)] == lines
    entry = Registration.objects.select_related("player", "decklist__submitted").get(pk=entry.pk)
    assert entry.decklist.submitted.cards == cards  # type: ignore[union-attr]
    assert (entry.team, entry.player.birth_year, entry.player.link_hash) == ("", None, "")
    with translation.override("zh-hans"):
        assert shown_name(entry, private=True) == shown_name(entry, private=False) == f"选手 {entry.number}"
    line = LogEntry.objects.get(tournament=event, verb="entry_made_anonymous")
    assert (line.actor, line.user) == ("", None)
    with translation.override("zh-hans"):
        assert say_log(line) == f"清除了#{entry.number}的个人信息，成绩保留"
    assert client.get(f"/my/players/{entry.player_id}/").status_code == 404
    assert Erasure.objects.get().files_gone_at is not None
    assert event.snapshots.filter(state="ready").count() == 1, "a snapshot without the name was taken instead"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("entry_format", ["teams_together", "teams_by_seat"])
def test_nothing_names_an_erased_player_of_a_team_and_the_partner_keeps_everything(
    settings: Any, tmp_path: Path, entry_format: str
) -> None:
    settings.SNAPSHOTS_COPY_TO = str(tmp_path)
    event, member, _client = member_named_everywhere(entry_format=entry_format)
    named = " ".join(places_naming(code=event.code))
    for place in (
        *("accounts_player.name", "tournaments_registration.name", "tournaments_registration.public_name"),
        *("tournaments_logentry.facts", "tournaments_logentry.actor", "tournaments_penalty.note"),
        *("tournaments_judgecall.words", "tournaments_matchrevision.reason", "tournaments_resultreport.reported_by"),
        *("tournaments_registration.status_reason", "accounts_notice.facts", "decks_decklistversion.text"),
        *("decks_decklist.name", "django_admin_log.object_repr", ".json.gz", ".xlsx", str(tmp_path)),
    ):
        assert place in named, f"{place} did not name the player, so the sweep would prove nothing of it"
    before, lines = standings_of(event), [row.registration.pk for row in ranked(event)]
    partner = Registration.people.get(team_entry=member.team_entry_id, seat=2)
    erase(member, player_actor(member))
    assert places_naming(code=event.code) == []
    assert (standings_of(event), [row.registration.pk for row in ranked(event)]) == (before, lines)
    team = Registration.objects.get(pk=member.team_entry_id)
    label = f"#{member.number}"
    assert (team.name, team.player.name, team.is_anonymous) == (f"{label}之队", f"{label}之队", False)
    assert Registration.people.get(pk=partner.pk).name == "林小雨"
    assert places_naming(("林小雨",), event.code) != []


@pytest.mark.django_db
def test_a_person_of_the_same_name_keeps_theirs() -> None:
    event = make_event()
    one, other = enter(event, NAME), enter(event, NAME, allow_same_name=True)
    edit_entry(actor=owner_of(event), registration_id=other[0].pk, name=NAME, birth_year=None, public_name="", team="B")
    erase(one[0])
    kept = Registration.objects.get(pk=other[0].pk)
    assert (kept.name, kept.player.name) == (NAME, NAME)
    about = LogEntry.objects.filter(tournament=event, facts__entry=kept.pk)
    assert {line.facts["name"] for line in about} == {NAME}
    assert NAME not in str(list(LogEntry.objects.filter(facts__entry=one[0].pk).values_list("facts")))


@pytest.mark.django_db
def test_a_running_event_and_a_deck_under_check_are_waited_for() -> None:
    event, _first, judge = event_with_lists(4)
    entry = event.registrations.earliest("pk")
    assert code_of(entry) == "player_in_event"
    begin(judge, entry)
    Tournament.objects.filter(pk=event.pk).update(phase="finished")
    assert code_of(entry) == "deck_under_check"
    assert Player.objects.get(pk=entry.player_id).name == "P01"


@pytest.mark.django_db
def test_it_is_asked_twice_and_done_once() -> None:
    (entry,) = enter(make_event(), "Li Na")
    assert code_of(entry, typed="Li") == "name_not_typed"
    erase(entry, typed=" li  NA ")
    assert code_of(entry) == "player_erased"


@pytest.mark.django_db
def test_who_may(db: None) -> None:
    event = make_event()
    (entry,) = enter(event, NAME)
    for actor in (Actor(), make_actor(), staff_actor(event, "scorekeeper"), staff_actor(event, "judge")):
        assert code_of(entry, actor) == "data_of_others"
    elsewhere = ended_event(make_actor(), NAME)
    same_player(Registration.objects.get(pk=entry.pk), elsewhere.registrations.get())
    assert code_of(entry) == "data_of_others", "the player also plays where the organiser is nobody"
    erase(entry, Actor(user=make_user(is_superuser=True)))
    assert not Registration.objects.filter(name=NAME).exists()


@pytest.mark.django_db
def test_an_account_that_only_plays_closes_with_its_player_and_any_other_loses_it() -> None:
    event = make_event()
    plays = make_user("yunfeiyang", may_create_tournaments=False, email="yun@example.org")
    entry = register_self(actor=Actor(user=plays), tournament_id=event.pk, name=NAME, age_group="adult").registration
    issue_api_token(actor=Actor(user=plays), name=NAME)
    client = Client()
    client.force_login(plays)
    erase(entry, Actor(user=plays, player=entry.player))
    plays.refresh_from_db()
    assert (plays.is_active, plays.email, plays.has_usable_password()) == (False, "", False)
    assert places_naming((*NAMES, "yunfeiyang", "yun@example")) == []
    assert not client.get("/my/").wsgi_request.user.is_authenticated
    works = make_user("worker")
    entry = register_self(actor=Actor(user=works), tournament_id=event.pk, name=NAME, age_group="adult").registration
    erase(entry, Actor(user=works, player=entry.player))
    works.refresh_from_db()
    assert (works.is_active, works.username, hasattr(works, "player")) == (True, "worker", False)
    assert not LogEntry.objects.filter(tournament=event, user=works).exists()
    assert not LogEntry.objects.filter(tournament=event, actor="worker").exists()


@pytest.mark.django_db
def test_nothing_brings_a_name_back_to_an_anonymous_entry() -> None:
    event = make_event()
    (entry,) = enter(event, NAME)
    player, owner = entry.player_id, owner_of(event)
    erase(entry)
    assert Registration.objects.get(pk=entry.pk).status == "withdrawn"
    tries = (
        lambda: edit_entry(actor=owner, registration_id=entry.pk, name=NAME, birth_year=None, public_name="", team=""),
        lambda: issue_entry_link(actor=owner, registration_id=entry.pk),
        lambda: reinstate(actor=owner, registration_id=entry.pk),
        lambda: add_entry(actor=owner, tournament_id=event.pk, name=NAME, player_id=player),
        lambda: add_entry(actor=owner, tournament_id=make_event(owner).pk, name=NAME, player_id=player),
    )
    for one in tries:
        with pytest.raises(Refusal) as refused:
            one()
        assert refused.value.code in {"entry_anonymous", "player_erased"}
        assert_sentence(say_refusal(refused.value), refused.value.code)
    assert places_naming() == []


@pytest.mark.django_db
def test_an_older_snapshot_brings_no_name_back() -> None:
    event = ended_event(make_actor(), NAME, "林小雨")
    document = read_file(taking.path_of(taken(event)))
    erase(event.registrations.get(name=NAME))
    again = restore(document, owner=event.created_by, name="Again")
    assert [one.name for one in again.registrations.order_by("number")] == ["#1", "林小雨"]
    assert NAME not in str(list(LogEntry.objects.values_list("facts", "actor")))


@pytest.mark.django_db
def test_a_snapshot_that_was_being_taken_is_not_kept() -> None:
    event = ended_event(make_actor(), NAME, "林小雨")
    taken(event)
    running = Snapshot.objects.create(tournament=event, step="by_hand", state="taking")
    write = taking.write_private

    def meanwhile(path: Path, content: bytes) -> None:
        write(path, content)
        erase(event.registrations.get(name=NAME))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(taking, "write_private", meanwhile)
        taking.take_snapshot(running.pk)
    left = list(Path(taking.settings.SNAPSHOTS_ROOT, event.code).glob(f"*-{running.pk}-*"))
    assert (left, Snapshot.objects.filter(pk=running.pk).exists()) == ([], False)


@pytest.mark.django_db(transaction=True)
def test_a_result_entered_at_the_same_moment_counts_and_nothing_is_erased() -> None:
    event = start_event(2, planned_rounds=1)
    match = publish(event).matches.get()
    owner = owner_of(event)
    play_game(match, 1)
    match.refresh_from_db()
    outcome = at_once(
        event,
        lambda: results.record_game(
            actor=owner, match_id=match.pk, expected_version=match.version, game=GameInput(winner_seat=1)
        ),
        lambda: erase_player(actor=owner, player_id=match.player1.player_id, typed_name=match.player1.name),
    )
    assert refusals(outcome) == ["player_in_event"]
    match.refresh_from_db()
    assert match.is_complete
    assert not Registration.objects.filter(is_anonymous=True).exists()


@pytest.mark.django_db(transaction=True)
def test_an_event_entered_or_corrected_at_the_same_moment_names_nobody() -> None:
    owner = make_actor()
    event, next_event = ended_event(owner, NAME, "林小雨"), make_event(owner)
    entry = event.registrations.get(name=NAME)
    issue_personal_link(player=entry.player)
    me = player_actor(entry)
    edited = {"name": NAME, "birth_year": None, "public_name": "云", "team": ""}
    outcome = at_once(
        event,
        lambda: erase_player(actor=owner, player_id=entry.player_id, typed_name=NAME),
        lambda: edit_entry(actor=owner, registration_id=entry.pk, **edited),
    )
    assert refusals(outcome) in (["entry_anonymous"], [])
    assert places_naming() == []
    with pytest.raises(Refusal) as refused:
        register_self(actor=me, tournament_id=next_event.pk, name=NAME, age_group="adult")
    assert refused.value.code == "player_erased"
    assert places_naming() == []


@pytest.mark.django_db(transaction=True)
def test_entering_another_event_and_erasing_wait_for_the_player() -> None:
    owner = make_actor()
    event, next_event = ended_event(owner, NAME, "林小雨"), make_event(owner)
    entry = event.registrations.select_related("player").get(name=NAME)
    outcome = at_once(
        entry.player,
        lambda: erase_player(actor=owner, player_id=entry.player_id, typed_name=NAME),
        lambda: add_entry(actor=owner, tournament_id=next_event.pk, name=NAME, player_id=entry.player_id),
    )
    (refused,) = refusals(outcome)
    named = bool(Registration.objects.filter(name=NAME).count())
    assert (refused, named) in (("player_erased", False), ("player_just_entered", True))
