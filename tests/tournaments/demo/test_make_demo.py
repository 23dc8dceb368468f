"""The demo: what is in it, that it follows the rules it shows, and that it changes no site in use."""

from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player, User
from accounts.services import OWNER_NAME
from decks.models import Decklist, DecklistVersion
from tests.people_and_events import load_every_game
from tests.running_events import bracket_of
from tournaments.demo.making import make_demo
from tournaments.models import Bye, Game, Match, MatchRevision, Tournament
from tournaments.queries.decks import DeckState, count_states, deck_state, decklist_problems, with_decks
from tournaments.queries.home import coming_tournaments, finished_tournaments
from tournaments.queries.names import shown_name
from tournaments.queries.standings import standings_of
from tournaments.services.drafts import pair_next_round
from tournaments.services.rounds import publish_round
from tournaments.services.start import start_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("made")]


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker) -> Iterator[tuple[int, int]]:
    """The demo on an empty site with its games loaded, made once for all tests here and undone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        load_every_game()
        finished, waiting = make_demo()
        yield finished.pk, waiting.pk
        transaction.set_rollback(True)


@pytest.fixture
def demo(made) -> tuple[Tournament, Tournament]:
    """The finished and the open event."""
    return Tournament.objects.get(pk=made[0]), Tournament.objects.get(pk=made[1])


def known_games(match: Match) -> list[Game]:
    return [game for game in match.games.all() if game.details_known]


class TestFinishedEvent:
    @pytest.fixture
    def event(self, demo):
        return demo[0]

    def test_it_is_over_labelled_and_owned_by_the_sites_owner(self, event):
        assert event.phase == Tournament.Phase.FINISHED
        assert event.is_demo
        assert "演示" in event.name
        assert event.staff.get().user == User.objects.get(username=OWNER_NAME)
        assert not Player.objects.filter(is_demo=False).exists()
        assert list(finished_tournaments()) == [event]

    def test_24_players_five_rounds_and_a_top_8(self, event):
        assert event.registrations.count() == 24
        rounds = [(round.stage, round.matches.count(), round.byes.count()) for round in event.rounds.order_by("number")]
        assert rounds[:5] == [("swiss", 12, 0), ("swiss", 12, 0), ("swiss", 11, 1), ("swiss", 11, 0), ("swiss", 10, 1)]
        assert [matches for _, matches, _ in rounds[5:]] == [4, 2, 1]
        assert {round.status for round in event.rounds.all()} == {"completed"}
        assert bracket_of(event) is not None
        places = event.registrations.order_by("final_place").values_list("final_place", flat=True)
        assert list(places)[:9] == list(range(1, 10))

    def test_everything_that_happens_on_such_a_day(self, event):
        statuses = Counter(event.registrations.values_list("status", flat=True))
        assert statuses == {"active": 21, "dropped": 2, "no_show": 1}
        matches = Match.objects.filter(round__tournament=event)
        outcomes = Counter(matches.values_list("outcome", flat=True))
        assert (outcomes["no_show"], outcomes["intentional_draw"]) == (1, 1)
        assert matches.filter(stopped_by_time=True).count() == 2
        games = Game.objects.filter(match__round__tournament=event)
        assert games.filter(is_draw=True).count() == 1
        assert games.filter(details_known=False).exists()
        assert Bye.objects.filter(round__tournament=event).count() == 2

    def test_one_result_was_corrected_and_both_are_kept(self, event):
        (line,) = event.log.filter(verb="result_corrected")
        revisions = list(MatchRevision.objects.filter(match=line.facts["match"]).order_by("version"))
        assert len(revisions) == 2
        assert revisions[1].reason == line.facts["reason"] != ""
        assert revisions[1].before == revisions[0].after != revisions[1].after

    def test_every_recorded_game_keeps_the_chooser_rule(self, event):
        checked = Counter()
        matches = Match.objects.filter(round__tournament=event).prefetch_related("games")
        for match in matches.select_related("round", "player1", "player2"):
            previous = None
            for game in known_games(match):
                if previous is not None:
                    expected = previous.chooser_seat if previous.is_draw else 3 - previous.winner_seat
                    assert game.chooser_seat == expected
                    checked["after a draw" if previous.is_draw else "after a win"] += 1
                elif match.round.stage == "top_cut":
                    assert game.chooser_seat == (1 if match.player1.seed < match.player2.seed else 2)
                    checked["top cut"] += 1
                else:
                    assert game.method in {"rps", "dice"}
                    checked["first"] += 1
                first = game.chooser_seat if game.choice == "first" else 3 - game.chooser_seat
                assert game.first_seat == first
                previous = game
        assert min(checked[kind] for kind in ("first", "after a win", "after a draw", "top cut")) > 0

    def test_every_list_is_legal_and_one_was_corrected_by_staff(self, event):
        states = count_states(with_decks(event.registrations.all()))
        assert states[DeckState.LEGAL] == 24
        corrected = DecklistVersion.objects.get(decklist__registration__tournament=event, by_staff=True)
        assert corrected.reason
        assert corrected.difference
        assert not Decklist.objects.filter(registration__tournament=event, locked_at__isnull=True).exists()

    def test_it_happened_on_its_day_in_order(self, event):
        assert event.starts_at.astimezone(timezone.get_current_timezone()).weekday() == 5
        assert event.created_at < event.started_at == event.starts_at < event.finished_at < timezone.now()
        times = list(event.log.order_by("id").values_list("at", flat=True))
        assert times == sorted(times)
        assert times[-1] == event.finished_at
        for round in event.rounds.all():
            assert round.published_at < round.clock_started_at < round.completed_at
            for match in round.matches.all():
                assert round.clock_started_at < match.completed_at <= round.completed_at

    def test_strangers_do_not_read_childrens_names(self, event):
        child = event.registrations.select_related("player").get(name="王梓轩")
        assert shown_name(child, private=False) == f"王＊＊ #{child.number}"
        nick = event.registrations.select_related("player").get(name="冯一诺")
        assert shown_name(nick, private=False) == "小诺"


class TestOpenEvent:
    @pytest.fixture
    def event(self, demo):
        return demo[1]

    def test_17_players_wait_for_the_newcomer(self, event):
        assert (event.phase, event.is_demo, event.planned_rounds) == (Tournament.Phase.REGISTRATION, True, None)
        assert "演示" in event.name
        assert event.registrations.filter(status="active").count() == 17
        assert event.registrations.filter(checked_in_at__isnull=False).count() == 14
        assert list(coming_tournaments()) == [event]

    def test_some_decks_are_missing_and_exactly_one_is_illegal(self, event):
        entries = list(with_decks(event.registrations.all()))
        states = count_states(entries)
        assert states == {
            DeckState.LEGAL: 11,
            DeckState.ILLEGAL: 1,
            DeckState.UNDECIDED: 0,
            DeckState.DRAFT: 2,
            DeckState.MISSING: 3,
        }
        (illegal,) = (entry for entry in entries if deck_state(entry) is DeckState.ILLEGAL)
        (violation,) = illegal.decklist.submitted.report["violations"]
        assert (violation["code"], violation["clause"], violation["limit"], violation["actual"]) == (
            "too_many_copies", "1.0.2a", 3, 4,
        )  # fmt: skip
        assert len(decklist_problems(event)) == 6

    def test_regulars_are_the_same_players_in_both_events(self, demo):
        both = Player.objects.filter(registrations__tournament=demo[0]).filter(registrations__tournament=demo[1])
        assert both.count() == 12
        assert Player.objects.count() == 29

    def test_the_newcomer_can_start_it(self, event):
        owner = Actor(user=User.objects.get(username=OWNER_NAME))
        started = start_tournament(actor=owner, tournament_id=event.pk, allow_missing_decklists=True, drop_absent=True)
        assert started.planned_rounds == 4
        round = pair_next_round(actor=owner, tournament_id=event.pk, number=1)
        publish_round(actor=owner, round_id=round.pk)
        assert round.matches.count() == 7


def test_standings_can_be_read_after_every_round(demo):
    for number in range(1, 6):
        rows = standings_of(demo[0], after_round=number)
        assert len(rows) == 24
        assert rows[0].points <= 3 * number
