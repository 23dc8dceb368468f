"""Pairing the divisions of an event apart: tables, byes, the proof of each part, and editing the draft."""

from __future__ import annotations

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from tests.people_and_events import enter, make_event, owner_of
from tests.running_events import finish_round, pair
from tests.tournaments.services.test_divisions import AGES
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import PairedField, Registration, Round, Tournament
from tournaments.queries.draft_marks import draft_marks
from tournaments.queries.event_file import event_document
from tournaments.queries.pairing_reasons import proof_of
from tournaments.services.drafts import pair_again, swap_players
from tournaments.services.entries import fix_seat, join_divisions
from tournaments.services.rounds import publish_round
from tournaments.services.snapshots.restoring import restore
from tournaments.services.start import start_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

BORN = {"J": 2016, "S": 2012, "M": 2000}


def apart_event(juniors: int, seniors: int, masters: int, **changes: object) -> Tournament:
    """An event of J01 …, S01 …, M01 … that pairs its divisions apart, before its start."""
    tournament = make_event(divisions=AGES, division_mode="apart", planned_rounds=3, **changes)
    for letter, players in (("M", masters), ("J", juniors), ("S", seniors)):
        names = [f"{letter}{number:02}" for number in range(1, players + 1)]
        enter(tournament, *names, birth_year=BORN[letter])
    return tournament


def start(tournament: Tournament) -> Tournament:
    return start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)


def tables(round: Round) -> list[str]:
    """The letters of the two players of each table, in order."""
    found = round.matches.order_by("table").values_list("player1__name", "player2__name")
    return [one[0] + two[0] for one, two in found]


def byes(round: Round) -> list[str]:
    return sorted(name[0] for name in round.byes.values_list("registration__name", flat=True))


def test_each_division_is_paired_by_itself_with_tables_in_its_order_and_a_bye_of_its_own() -> None:
    tournament = start(apart_event(3, 5, 4))
    round = pair(tournament)
    assert tables(round) == ["JJ", "SS", "SS", "MM", "MM"]
    assert list(round.matches.order_by("table").values_list("table", flat=True)) == [1, 2, 3, 4, 5]
    assert byes(round) == ["J", "S"]
    facts = round.pairing
    assert [(part["divisions"], part["players"], part["certified"]) for part in facts["parts"]] == [
        ("junior", 3, True),
        ("senior", 5, True),
        ("masters", 4, True),
    ]
    assert facts["certified"]
    assert sorted(PairedField.objects.filter(round=round).values_list("part", flat=True)) == [
        *("junior", "masters", "senior")
    ]
    proof = proof_of(round, "senior")
    assert proof is not None
    assert len(proof.facts["entrants"]) == 5
    assert proof.agrees


def test_later_rounds_stay_apart_and_the_pages_say_so() -> None:
    tournament = start(apart_event(4, 2, 4))
    for _ in range(2):
        round = pair(tournament)
        assert tables(round) == ["JJ", "JJ", "SS", "MM", "MM"]
        publish_round(actor=owner_of(tournament), round_id=round.pk)
        finish_round(round)
    visitor = DeskVisitor(tournament)
    page = visitor.read("round_proof", 1)
    assert "Divisions were paired apart, in 3 parts" in page
    assert "part=masters" in visitor.get("round_proof", 1).content.decode()
    proof = visitor.client.get(f"/api/v1/tournaments/{tournament.code}/rounds/1/proof/", {"part": "masters"}).json()
    assert len(proof["field"]["entrants"]) == 4
    two = tournament.rounds.get(number=2)
    assert two.pairing["rematches"], "two players of a division meet again"


def test_small_divisions_that_are_joined_are_one_part() -> None:
    tournament = apart_event(1, 3, 4)
    join_divisions(actor=owner_of(tournament), tournament_id=tournament.pk, joined={"junior": "senior"})
    round = pair(start(tournament))
    assert [part["divisions"] for part in round.pairing["parts"]] == ["junior+senior", "masters"]
    assert byes(round) == []
    assert round.matches.count() == 4


def test_a_division_of_one_player_has_the_bye() -> None:
    round = pair(start(apart_event(1, 0, 4)))
    assert (tables(round), byes(round)) == (["MM", "MM"], ["J"])


def test_the_rounds_are_those_of_the_largest_part() -> None:
    tournament = apart_event(2, 4, 8)
    Tournament.objects.update(planned_rounds=None)
    assert start(tournament).planned_rounds == 3


def test_a_fixed_seat_is_kept_from_the_other_divisions() -> None:
    tournament = apart_event(4, 0, 4)
    fixed = tournament.registrations.get(name="M01")
    fix_seat(actor=owner_of(tournament), registration_id=fixed.pk, table=1)
    round = pair(start(tournament))
    assert fixed.pk in round.matches.values_list("player1", "player2").get(table=1)
    assert sorted(round.matches.values_list("table", flat=True)) == [1, 2, 3, 4]


def test_a_swap_across_divisions_is_marked_and_undone() -> None:
    tournament = start(apart_event(2, 0, 2))
    round = pair(tournament)
    people = {entry.name: entry.pk for entry in tournament.registrations.all()}
    exchange = {"registration_a": people["J01"], "registration_b": people["M01"]}
    swap_players(actor=owner_of(tournament), round_id=round.pk, **exchange)
    round.refresh_from_db()
    assert not round.pairing["certified"]
    assert {mark.kind for mark in draft_marks(round)} == {"divisions"}
    swap_players(actor=owner_of(tournament), round_id=round.pk, **exchange)
    round.refresh_from_db()
    assert round.pairing["certified"]
    assert not draft_marks(round)
    assert tables(pair_again(actor=owner_of(tournament), round_id=round.pk)) == ["JJ", "MM"]


def test_a_round_by_divisions_is_restored() -> None:
    tournament = start(apart_event(3, 0, 3))
    publish_round(actor=owner_of(tournament), round_id=pair(tournament).pk)
    document = event_document(tournament) | {"taken_at": "2026-11-23T00:00:00Z"}
    document = json.loads(DjangoJSONEncoder().encode(document))
    again = restore(document, owner=tournament.created_by, name="")
    copied = again.rounds.get()
    assert [part["divisions"] for part in copied.pairing["parts"]] == ["junior", "masters"]
    assert sorted(PairedField.objects.filter(round=copied).values_list("part", flat=True)) == ["junior", "masters"]
    assert Registration.objects.filter(tournament=again, division="junior").count() == 3


def test_before_the_start_pages_say_that_all_divisions_play_the_same_number_of_rounds() -> None:
    tournament = apart_event(4, 0, 20)
    Tournament.objects.update(planned_rounds=None)
    desk = DeskVisitor(tournament, owner_of(tournament))
    said = "All divisions play the same number of rounds."
    start_page = desk.read("desk_start")
    assert said in start_page
    assert "Junior: 4 entered; the game’s table has 3 rounds for them" in start_page
    assert "Masters: 20 entered; the game’s table has 5 rounds for them" in start_page
    assert said in desk.read("desk_divisions")
    assert "the same number in each division" in desk.read("tournament_info")
    Tournament.objects.update(division_mode="together")
    assert said not in desk.read("desk_start")
