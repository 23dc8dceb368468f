"""Settling a card: every list with it follows, a correction keeps the earlier decision, other events do not change."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.utils import translation

from accounts.actor import Actor
from accounts.inbox import notices_of
from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.models import Card, CardGame
from decks.models import DecklistVersion
from tests.people_and_events import (
    enter,
    event_data,
    load_every_game,
    make_actor,
    owner_of,
    player_actor,
    staff_actor,
)
from tests.two_at_once import at_once, refusals
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import CardRuling, LogEntry, Registration, Rejudging, Tournament
from tournaments.queries.card_rulings import deciders_of, open_cards, settled_cards
from tournaments.services import rejudging
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.rejudging import ask_rejudging
from tournaments.services.settling import CountsAs, settle_card, withdraw_ruling
from tournaments.services.setup import create_tournament
from tournaments.services.start import start_tournament
from tournaments.wording import say_log, say_refusal
from tournaments.wording.notices import say_notice
from tournaments.wording.rejudging import say_cause

pytestmark = pytest.mark.django_db

POKEMON = "4 DEM-001\n4 DEM-002\n4 DEM-003\n40 DEM-042\n"
OPEN = POKEMON + "4 LOR 79\n4 PR SWSH242\n"
ENERGY = CountsAs(facts={"supertype": "energy", "subtypes": ["Basic"]})
PLAIN = CountsAs(facts={"supertype": "trainer", "subtypes": []})


@pytest.fixture(autouse=True)
def in_english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def tournament() -> Tournament:
    load_every_game()
    data = event_data(game_slug="pokemon-tcg", decklists_required=True, best_of=1, pool="open")
    return create_tournament(actor=make_actor(), data=data)


@pytest.fixture
def judge(tournament: Tournament) -> Actor:
    return staff_actor(tournament, "judge")


def hand_in(entry: Registration, text: str = OPEN) -> DecklistVersion:
    return save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, submit=True)


def submitted(entry: Registration) -> DecklistVersion:
    entry.refresh_from_db()
    assert entry.decklist is not None
    assert entry.decklist.submitted is not None
    return entry.decklist.submitted


def settle(judge: Actor, tournament: Tournament, number: str, what: CountsAs, **more: Any) -> CardRuling:
    facts = {"reason": "以实物为准", "name": "", **more}
    return settle_card(actor=judge, tournament_id=tournament.pk, number=number, counts_as=what, **facts)


def said(tournament: Tournament) -> list[str]:
    return [say_log(line) for line in LogEntry.objects.filter(tournament=tournament)]


def test_an_event_starts_once_its_open_cards_are_settled(tournament: Tournament, judge: Actor) -> None:
    entries = enter(tournament, "甲", "乙", "丙")
    for entry in entries:
        assert hand_in(entry).verdict == "undecided"
    with pytest.raises(Refusal, match="decklists_missing"):
        start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    found = open_cards(tournament)
    assert [(card.number, len(card.entries)) for card in found.cards] == [("LOR-79", 3), ("PR-SW-SWSH242", 3)]
    assert found.lists == 3

    settle(judge, tournament, "LOR-79", PLAIN, name="Comfey Doll")
    assert submitted(entries[0]).verdict == "undecided"
    ruling = settle(judge, tournament, "PR-SW-SWSH242", CountsAs("DEM-004"))
    for entry in entries:
        version = submitted(entry)
        assert version.verdict == "legal", version.report
        assert [one["ruling"] for one in version.report["settled"]][-1] == ruling.pk
    assert open_cards(tournament).cards == ()
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)


def test_a_card_that_counts_as_another_counts_with_its_copies(tournament: Tournament, judge: Actor) -> None:
    (entry,) = enter(tournament, "甲")
    hand_in(entry, "4 DEM-001\n4 DEM-002\n4 DEM-003\n47 DEM-042\n1 LOR 79\n")
    settle(judge, tournament, "LOR-79", CountsAs("DEM-001"))
    version = submitted(entry)
    assert version.verdict == "not_legal"
    assert [(one["code"], one["actual"]) for one in version.report["violations"]] == [("too_many_copies", 5)]


def test_only_what_was_settled_is_named_as_the_cause(tournament: Tournament, judge: Actor) -> None:
    (entry,) = enter(tournament, "甲")
    hand_in(entry, "4 DEM-001\n4 DEM-002\n4 DEM-003\n46 DEM-042\n1 LOR 79\n1 LOR 80\n")

    def causes() -> list[list[str]]:
        return [line.facts["cards"] for line in LogEntry.objects.filter(verb="verdicts_changed").order_by("pk")]

    # Five copies of DEM-001: one of them is the settled card, the others only stand in the same finding.
    ruling = settle(judge, tournament, "LOR-79", CountsAs("DEM-001"))
    assert submitted(entry).verdict == "not_legal"
    assert causes() == [["LOR-79 演示怪兽 01 · 草"]]
    withdraw_ruling(actor=judge, ruling_id=ruling.pk)
    assert causes() == [["LOR-79 演示怪兽 01 · 草"]] * 2
    (change,) = Rejudging.objects.latest("pk").changes.all()
    assert [card["number"] for card in change.cards] == ["LOR-79"]
    notices = [notice.facts["cards"] for notice in notices_of(player_actor(entry))]
    assert notices == [["LOR-79 演示怪兽 01 · 草"]] * 2


def test_players_read_that_a_judge_decided_and_not_who(tournament: Tournament, judge: Actor) -> None:
    entry, other = enter(tournament, "甲", "乙")
    hand_in(entry)
    hand_in(other, POKEMON + "8 DEM-042\n")
    settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy", reason="it is a basic energy")
    settle(judge, tournament, "PR-SW-SWSH242", CountsAs("DEM-004"))
    (notice,) = notices_of(player_actor(entry))
    assert say_notice(notice).startswith("Your list for 周末赛 is legal now.")
    assert list(notices_of(player_actor(other))) == []
    report = repr(submitted(entry).report)
    assert "it is a basic energy" in report
    assert judge.label not in report
    assert set(deciders_of(tournament).values()) == {judge.label}
    assert "decided that LOR-79 Grass Energy counts as a separate card, because: it is a basic energy" in said(
        tournament
    )


def test_the_workbook_names_who_decided_to_judges_alone(tournament: Tournament, judge: Actor) -> None:
    (entry,) = enter(tournament, "甲")
    hand_in(entry, POKEMON + "8 LOR 79\n")
    ruling = settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy")
    withdraw_ruling(actor=judge, ruling_id=ruling.pk, reason="看错了")
    settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy")
    for actor in (judge, owner_of(tournament)):
        sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=tournament, actor=actor)}
        assert [row[-1] for row in sheets["Settled cards"].rows] == ["看错了", ""]
        said = [row[-1] for row in sheets["Decklists"].rows if row[5] == "LOR-79"]
        assert said[0].startswith(f"LOR-79 Grass Energy is settled by {judge.label} on ")
    sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=tournament, actor=player_actor(entry))}
    assert "Settled cards" not in sheets
    said = [row[-1] for row in sheets["Decklists"].rows if row[5] == "LOR-79"]
    assert "a judge decided on" in said[0]
    assert judge.label not in repr([sheet.rows for sheet in sheets.values()])


def test_a_correction_keeps_what_was_there_and_undoing_it_brings_that_back(
    tournament: Tournament, judge: Actor
) -> None:
    (entry,) = enter(tournament, "甲")
    hand_in(entry, POKEMON + "8 LOR 79\n")
    first = settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy")
    assert submitted(entry).verdict == "legal"
    with pytest.raises(Conflict, match="card_settled") as refused:
        settle(judge, tournament, "LOR-79", PLAIN, name="Comfey")
    assert judge.label in say_refusal(refused.value)
    second = settle(judge, tournament, "LOR-79", PLAIN, name="Comfey", replaces=first.pk, reason="看错了")
    assert submitted(entry).verdict == "not_legal"
    first.refresh_from_db()
    assert (first.ended_by, first.ended_reason) == (judge.label, "看错了")
    assert list(first.replaced_by.all()) == [second]
    assert [one.name for one in settled_cards(tournament)] == ["Comfey"]

    withdraw_ruling(actor=judge, ruling_id=second.pk, restore=True)
    assert submitted(entry).verdict == "legal"
    assert [one.name for one in settled_cards(tournament)] == ["Grass Energy"]
    assert CardRuling.objects.filter(tournament=tournament).count() == 3
    with pytest.raises(Conflict, match="ruling_ended"):
        withdraw_ruling(actor=judge, ruling_id=second.pk)


def test_taking_a_ruling_back_opens_the_lists_again(tournament: Tournament, judge: Actor) -> None:
    (entry,) = enter(tournament, "甲")
    hand_in(entry, POKEMON + "8 LOR 79\n")
    ruling = settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy")
    withdraw_ruling(actor=judge, ruling_id=ruling.pk, reason="not seen yet")
    assert submitted(entry).verdict == "undecided"
    assert "settled" not in submitted(entry).report
    assert "withdrew the decision about LOR-79 Grass Energy: not seen yet" in said(tournament)


def test_lists_handed_in_afterwards_follow_too(tournament: Tournament, judge: Actor) -> None:
    settle(judge, tournament, "LOR 79", ENERGY, name="Grass Energy")
    (entry,) = enter(tournament, "甲")
    assert hand_in(entry, POKEMON + "8 LOR 79\n").verdict == "legal"


def test_another_event_of_the_game_is_not_touched(tournament: Tournament, judge: Actor) -> None:
    data = event_data(game_slug="pokemon-tcg", decklists_required=True, best_of=1)
    other = create_tournament(actor=make_actor(), data=data)
    (entry,) = enter(other, "甲")
    hand_in(entry, POKEMON + "8 LOR 79\n")
    ruling = settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy")
    assert submitted(entry).verdict == "undecided"
    assert settled_cards(other) == ()
    with pytest.raises(NotAllowed):
        settle(judge, other, "LOR-79", ENERGY, name="Grass Energy")
    with pytest.raises(NotAllowed):
        withdraw_ruling(actor=staff_actor(other, "judge"), ruling_id=ruling.pk)


def test_only_judges_and_organisers_of_the_event_settle_its_cards(tournament: Tournament) -> None:
    (entry,) = enter(tournament, "甲")
    strangers = [staff_actor(tournament, "scorekeeper"), player_actor(entry), make_actor(), Actor()]
    for actor in strangers:
        with pytest.raises(NotAllowed, match="not_permitted"):
            settle(actor, tournament, "LOR-79", ENERGY, name="Grass Energy")
    for place, actor in enumerate([owner_of(tournament), staff_actor(tournament, "organiser")]):
        assert settle(actor, tournament, f"LOR-{80 + place}", ENERGY, name="Grass Energy").settled_by == actor.label


def test_lists_of_an_event_under_way_follow_where_they_name_the_card(tournament: Tournament, judge: Actor) -> None:
    entry, other = enter(tournament, "甲", "乙")
    hand_in(entry, POKEMON + "8 LOR 79\n")
    hand_in(other, POKEMON + "8 XYZ 1\n")
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, allow_missing_decklists=True)
    before = submitted(other)
    settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy")
    assert submitted(entry).verdict == "legal"
    assert entry.decklist is not None
    assert entry.decklist.locked_at is not None
    assert submitted(other) == before


def test_many_lists_are_judged_by_a_job_that_takes_in_the_next_card(tournament: Tournament, judge: Actor) -> None:
    entries = enter(tournament, "甲", "乙")
    for entry in entries:
        hand_in(entry)
    with patch.object(rejudging, "MAX_AT_ONCE", 1), patch.object(rejudging, "ask_job"):
        settle(judge, tournament, "LOR-79", ENERGY, name="Grass Energy")
        settle(judge, tournament, "PR-SW-SWSH242", CountsAs("DEM-004"))
        asked = {"kind": "asked", "tournament": tournament.pk}
        other = ask_rejudging(game_id=tournament.game_id, actor=judge, cause=asked)
    run = Rejudging.objects.get(cause__kind="settled")
    assert other != run
    assert run.cause["cards"] == ["LOR-79", "PR-SW-SWSH242"]
    assert say_cause(run) == "A judge decided about: LOR-79, PR-SW-SWSH242"
    assert submitted(entries[0]).verdict == "undecided"
    rejudging.run_rejudging(rejudging_id=run.pk)
    assert [submitted(entry).verdict for entry in entries] == ["legal", "legal"]


@pytest.mark.parametrize(
    ("number", "what", "more", "code"),
    [
        ("?", ENERGY, {}, "no_card_number"),
        ("LOR-79", ENERGY, {"reason": " "}, "reason_required"),
        ("LOR-79", ENERGY, {}, "ruling_name_missing"),
        ("LOR-79", ENERGY, {"name": "x" * 121}, "name_too_long"),
        ("LOR-79", ENERGY, {"name": "x", "replaces": 99}, "card_settled"),
        ("LOR-79", CountsAs("LOR-80"), {}, "ruling_target_unknown"),
        ("LOR-79", CountsAs(facts={"hp": 60}), {"name": "x"}, "no_such_fact"),
        ("LOR-79", CountsAs(facts={"supertype": "hero"}), {"name": "x"}, "fact_not_fitting"),
        ("LOR-79", CountsAs(facts={"subtypes": "Basic"}), {"name": "x"}, "fact_not_fitting"),
        ("LOR-79", CountsAs(facts={"subtypes": ["Odd"]}), {"name": "x"}, "fact_not_fitting"),
        ("LOR-79", CountsAs(copy_limit=-1), {"name": "x"}, "copy_limit_out_of_range"),
        ("LOR-79", CountsAs(rules=[7]), {"name": "x"}, "no_such_rule"),
        ("LOR-79", CountsAs("DEM-004", copy_limit=1), {}, "ruling_either_or"),
        ("DEM-001", ENERGY, {"name": "x"}, "ruling_not_needed"),
    ],
)
def test_what_cannot_be_settled_is_refused_with_words(
    tournament: Tournament, judge: Actor, number: str, what: CountsAs, more: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refusal, match=code) as refused:
        settle(judge, tournament, number, what, **more)
    assert say_refusal(refused.value) != code
    assert not CardRuling.objects.exists()


def test_no_card_counts_as_one_that_counts_as_another(tournament: Tournament, judge: Actor) -> None:
    Card.objects.filter(game=tournament.game, number="DEM-005").update(attributes={})
    CardGame.objects.filter(pk=tournament.game_id).update(pool_revision=uuid4())
    with pytest.raises(Refusal, match="ruling_on_itself"):
        settle(judge, tournament, "DEM-005", CountsAs("DEM-005"))
    settle(judge, tournament, "DEM-005", CountsAs("DEM-004"))
    with pytest.raises(Refusal, match="ruling_chain") as refused:
        settle(judge, tournament, "LOR-80", CountsAs("DEM-005"))
    assert "DEM-005" in say_refusal(refused.value)
    settle(judge, tournament, "LOR-81", CountsAs("DEM-006"))
    Card.objects.filter(game=tournament.game, number="DEM-006").update(attributes={})
    CardGame.objects.filter(pk=tournament.game_id).update(pool_revision=uuid4())
    with pytest.raises(Refusal, match="ruling_chain"):
        settle(judge, tournament, "DEM-006", CountsAs("DEM-004"))


def test_nothing_is_settled_once_the_event_is_over(tournament: Tournament, judge: Actor) -> None:
    ruling = settle(judge, tournament, "LOR-79", CountsAs("DEM-004"))
    Tournament.objects.filter(pk=tournament.pk).update(phase="finished")
    with pytest.raises(Conflict, match="not_running"):
        settle(judge, tournament, "LOR-80", CountsAs("DEM-004"))
    with pytest.raises(Conflict, match="not_running"):
        withdraw_ruling(actor=judge, ruling_id=ruling.pk)


@pytest.mark.django_db(transaction=True)
def test_two_judges_at_once_settle_a_card_once(tournament: Tournament, judge: Actor) -> None:
    other = staff_actor(tournament, "judge")
    answers = at_once(
        tournament,
        lambda: settle(judge, tournament, "LOR-79", CountsAs("DEM-004")),
        lambda: settle(other, tournament, "LOR-79", CountsAs("DEM-001")),
    )
    assert refusals(answers) == ["card_settled"]
    assert CardRuling.objects.filter(tournament=tournament, ended_at=None).count() == 1
