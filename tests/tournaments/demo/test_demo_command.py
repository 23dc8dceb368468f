"""Making the demo: once, on an empty site, the same every time."""

from threading import Barrier, Thread

import pytest
from django.core.management import call_command
from django.db import connection, connections

from accounts.models import Player
from accounts.services import ensure_owner, issue_owner_link, owner_needs_link
from decks.models import Decklist, DecklistVersion
from tests.people_and_events import load_every_game, make_event
from tournaments.demo.making import make_demo
from tournaments.demo.script import read_script
from tournaments.models import LogEntry, Match, Registration, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def fingerprint(event: Tournament) -> list[tuple]:
    """Who met whom with what result, and everybody's list: what the seed decides."""
    matches = Match.objects.filter(round__tournament=event).order_by("round", "table")
    rows = [
        (match.round.number, match.table, match.player1.name, match.player2.name, match.outcome,
         [(game.winner_seat, game.chooser_seat, game.ending) for game in match.games.order_by("number")])
        for match in matches.select_related("round", "player1", "player2")
    ]  # fmt: skip
    lists = event.registrations.filter(decklist__isnull=False).order_by("pk")
    return [*rows, *lists.values_list("name", "decklist__name", "decklist__submitted__text")]


def test_the_seed_decides_everything(capsys):
    """The first time by the command, which says where the events are and leaves the owner's link valid."""
    load_every_game()
    issue_owner_link()
    call_command("make_demo")
    said = capsys.readouterr().out
    demo = list(Tournament.objects.order_by("pk"))
    assert len(demo) == 2
    assert all(f"/t/{event.code}/" in said for event in demo)
    assert ensure_owner().sign_in_links.filter(used_at__isnull=True).count() == 1
    assert owner_needs_link()
    before = [fingerprint(event) for event in demo]
    with connection.cursor() as cursor:  # Nobody deletes steps and commitments, and no event that has any.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("DELETE FROM tournaments_pairingstep")
        cursor.execute("DELETE FROM tournaments_seedcommitment")
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
    for event in demo:
        event.rounds.all().delete()
        event.registrations.all().delete()
        LogEntry.objects.filter(tournament=event).delete()
        event.delete()
    Decklist.objects.update(submitted=None, submitted_at=None)
    DecklistVersion.objects.all().delete()
    Decklist.objects.all().delete()
    Player.objects.all().delete()
    assert [fingerprint(event) for event in make_demo()] == before


class TestTheCommand:
    def test_a_site_in_use_is_left_alone(self, capsys):
        make_event()
        call_command("make_demo", if_empty=True)
        assert capsys.readouterr() == ("", "")
        with pytest.raises(SystemExit) as stopped:
            call_command("make_demo")
        assert stopped.value.code == 2
        assert capsys.readouterr().err
        assert Tournament.objects.count() == 1

    def test_a_site_with_players_only_is_in_use(self):
        Player.objects.create(name="甲")
        call_command("make_demo", if_empty=True)
        assert not Tournament.objects.exists()

    def test_without_the_games_it_says_so(self, capsys):
        with pytest.raises(SystemExit) as stopped:
            call_command("make_demo", if_empty=True)
        assert stopped.value.code == 2
        assert capsys.readouterr().err


def test_the_script_names_enough_different_people():
    script = read_script()
    names = [player.name for player in script.players]
    assert len(set(names)) == len(names) == 24 + (17 - script.open.regulars)


@pytest.mark.django_db(transaction=True)
def test_two_starts_at_once_make_it_once():
    load_every_game()
    ready = Barrier(2)
    failures: list[BaseException] = []

    def start() -> None:
        try:
            ready.wait(10)
            call_command("make_demo", if_empty=True, verbosity=0)
        except BaseException as failure:
            failures.append(failure)
        finally:
            connections.close_all()

    threads = [Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert Tournament.objects.count() == 2
    assert Registration.objects.count() == 41
