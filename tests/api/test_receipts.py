"""Receipts and committed seeds through the API."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from django.urls import reverse

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import pair, publish, start_event
from tests.web.public.visiting import browser
from tournaments.models import SeedCommitment, Tournament
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.checking import check_text
from tournaments.receipts.document import FORMAT, PART_FORMAT, part_of
from tournaments.services.entries import keep_apart
from tournaments.services.rounds import publish_round
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db


def test_the_digest_of_a_seed_comes_before_the_round_and_its_receipt_after() -> None:
    tournament = start_event(8, planned_rounds=3)
    seeds = ApiAsker(Actor()).get(f"tournaments/{tournament.code}/seeds/")
    assert [(one["number"], one["before_pairing"]) for one in seeds] == [(1, True)]
    path = f"tournaments/{tournament.code}/rounds/1/receipt/"
    draft = pair(tournament)
    for actor in (Actor(), owner_of(tournament)):
        ApiAsker(actor).get(path, status=404)
    publish_round(actor=owner_of(tournament), round_id=draft.pk)
    answer = ApiAsker(Actor()).get(path)
    assert check_text(json.dumps(answer)).agrees
    assert answer["commitments"][0]["digest"] == seeds[0]["digest"]
    seeds = ApiAsker(Actor()).get(f"tournaments/{tournament.code}/seeds/")
    assert [one["number"] for one in seeds] == [1, 2]
    assert SeedCommitment.objects.get(number=2).text not in json.dumps([answer, seeds])


def apart_event() -> Tournament:
    """Eight players, of whom the first two are kept apart, in the first round."""
    tournament = start_event(8, planned_rounds=3)
    one, two, *_others = tournament.registrations.order_by("pk")
    keys = {"registration_a": one.pk, "registration_b": two.pk}
    keep_apart(actor=owner_of(tournament), tournament_id=tournament.pk, is_hard=False, **keys)
    publish(tournament)
    return tournament


def test_pairs_kept_apart_are_for_the_staff_and_everybody_has_the_part_that_the_page_gives() -> None:
    tournament = apart_event()
    path = f"tournaments/{tournament.code}/rounds/1/receipt/"
    answer = ApiAsker(Actor()).get(path)
    file = browser().get(reverse("round_receipt_file", args=[tournament.code, 1]))
    assert answer == json.loads(file.content)
    assert check_text(json.dumps(answer)).agrees is not False
    player = player_actor(tournament.registrations.earliest("pk"))
    assert ApiAsker(player).get(path) == answer
    whole = ApiAsker(staff_actor(tournament, "judge")).get(path)
    assert (whole["format"], whole["drawn"]) == (FORMAT, 1)
    assert "digest" in whole


def test_nothing_of_the_part_depends_on_who_is_kept_apart() -> None:
    """Two other players kept apart, with the same tables: the part for everybody is the same to the letter."""
    tournament = apart_event()
    kept = receipt_of(tournament.rounds.get())
    assert kept is not None
    part = ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/1/receipt/")
    assert part["format"] == PART_FORMAT
    others = deepcopy(kept.document)
    for step in others["history"]:
        step.update(facts={"parts": [{"inputs": {"settings": {"prohibited": [[1, 2]]}}}]}, digest="0", digests={})
    assert part_of(others | {"digest": "0", "digests": {}}) == part
    said = json.dumps(part)
    for word in ("facts", "digests", "discouraged", "prohibited", "apart", kept.document["digest"]):
        assert word not in said


def test_teams_are_numbers_in_proofs_and_receipts() -> None:
    tournament = make_event(planned_rounds=3, team_policy="avoid")
    enter(tournament, *(f"P{number}" for number in range(1, 9)))
    tournament.registrations.update(team="光之国")
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    publish(Tournament.objects.get(pk=tournament.pk))
    for what in ("proof", "receipt"):
        answer = ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/1/{what}/")
        assert "光之国" not in json.dumps(answer, ensure_ascii=False)
    assert ApiAsker(Actor()).get(f"tournaments/{tournament.code}/rounds/1/proof/")["agrees"]
