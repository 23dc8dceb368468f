"""Two people at once, each on their own connection."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connections

from accounts.actor import SYSTEM, Actor
from accounts.models import Player
from accounts.refusals import Conflict, Refusal
from tests.people_and_events import enter, make_actor, make_event, owner_of, player_actor
from tests.two_at_once import at_once as at_once_on
from tournaments.models import Registration
from tournaments.services.entries import add_entries, edit_entry, register_self, withdraw
from tournaments.services.entries.person import person_of

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*tasks: Callable[[], object]) -> list[object]:
    """Run the tasks together, each in a thread with its own connection; returns what each returned or refused."""
    ready = Barrier(len(tasks))
    results: list[object] = [None] * len(tasks)

    def run(place: int, task: Callable[[], object]) -> None:
        try:
            ready.wait(10)
            results[place] = task()
        except Refusal as refusal:
            results[place] = refusal
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(place, task)) for place, task in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


def register(tournament, name: str, actor: Actor = SYSTEM) -> Callable[[], object]:
    return lambda: (
        register_self(actor=actor, tournament_id=tournament.pk, name=name, age_group="adult").registration.status
    )


def test_two_people_taking_the_last_seat():
    tournament = make_event(capacity=2)
    enter(tournament, "甲")
    results = at_once(register(tournament, "乙"), register(tournament, "丙"))
    assert sorted(results) == ["active", "waitlisted"]


def test_many_people_taking_a_few_seats():
    tournament = make_event(capacity=3)
    results = at_once(*(register(tournament, name) for name in "甲乙丙丁戊己"))
    assert sorted(results) == ["active"] * 3 + ["waitlisted"] * 3


def test_one_player_pressing_twice():
    tournament = make_event()
    actor = make_actor()
    results = at_once(register(tournament, "李雷", actor), register(tournament, "李雷", actor))
    assert [type(result) for result in results].count(Conflict) == 1
    assert Registration.objects.filter(tournament=tournament).count() == 1
    assert Player.objects.filter(user=actor.user).count() == 1


def test_two_people_of_one_name_at_once():
    tournament = make_event()
    results = at_once(register(tournament, "王伟"), register(tournament, "王伟"))
    assert [getattr(result, "code", result) for result in sorted(results, key=str)] == ["active", "sent_to_desk"]


def test_two_seats_freed_at_once_go_to_two_who_wait():
    tournament = make_event(capacity=2)
    first, second, *_ = enter(tournament, "甲", "乙", "丙", "丁", "戊")
    at_once(
        lambda: withdraw(actor=player_actor(first), registration_id=first.pk),
        lambda: withdraw(actor=player_actor(second), registration_id=second.pk),
    )
    active = tournament.registrations.filter(status="active").order_by("id")
    assert list(active.values_list("name", flat=True)) == ["丙", "丁"]


def test_two_organisers_pasting_the_same_list():
    tournament = make_event()
    names = [f"选手{number}" for number in range(30)]

    def paste() -> int:
        return len(add_entries(actor=owner_of(tournament), tournament_id=tournament.pk, names=names).added)

    assert sorted(at_once(paste, paste)) == [0, 30]
    assert tournament.registrations.count() == 30


def correct(entry: Registration, **typed: object) -> Callable[[], object]:
    """Somebody's correction, from a page opened before anybody saved."""
    seen = person_of(entry)
    values = {"name": seen.name, "birth_year": None, "public_name": "", "team": "", **typed}
    return lambda: edit_entry(actor=owner_of(entry.tournament), registration_id=entry.pk, seen=seen, **values)


def test_two_correcting_different_things_of_one_entry_keep_both():
    tournament = make_event()
    entry = enter(tournament, "王伟")[0]
    at_once_on(tournament, correct(entry, team="白龙队"), correct(entry, birth_year=2001))
    entry = Registration.objects.get(pk=entry.pk)
    assert (entry.team, entry.player.birth_year) == ("白龙队", 2001)


def test_two_correcting_the_same_thing_the_second_is_notified():
    tournament = make_event()
    entry = enter(tournament, "王伟")[0]
    results = at_once_on(tournament, correct(entry, team="白龙队"), correct(entry, team="黑龙队"))
    entry.refresh_from_db()
    conflicts = [result for result in results if isinstance(result, Conflict)]
    assert [(one.code, one.facts["now"]) for one in conflicts] == [("entry_changed", {"team": entry.team})]
    assert entry.team in {"白龙队", "黑龙队"}
