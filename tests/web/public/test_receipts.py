"""The page of a round's receipt: the committed seed before it, verifying it after, and a tampered file refused."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.actor import Actor
from tests.people_and_events import owner_of, staff_actor
from tests.planned_repairs import fresh
from tests.running_events import finish_round, pair, publish, start_event
from tests.tournaments.receipts.written_receipts import sealed_again
from tests.web.public.visiting import browser
from tournaments.models import Round, SeedCommitment, Tournament
from tournaments.queries.receipts import receipt_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.document import PART_STEP
from tournaments.services import receipt_checks
from tournaments.services.entries import keep_apart
from tournaments.services.rounds import publish_round
from tournaments.views.public import receipts
from tournaments.wording.receipts import say_unreadable

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture(autouse=True)
def nothing_checked() -> None:
    cache.clear()


def page(tournament: Tournament, number: int, actor: Actor | None = None, *, status: int = 200, **sent: Any) -> str:
    """The page read, or what posting to it shows."""
    client, path = browser(actor), reverse("tournament_receipt", args=[tournament.code, number])
    answer = client.post(path, sent) if sent else client.get(path)
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def text_of(round: Round) -> str:
    receipt = receipt_of(fresh(round))
    assert receipt is not None
    return canonical(receipt.document)


def sent(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("receipt.json", text.encode())


def test_the_seed_is_shown_as_its_digest_before_the_round_is_paired() -> None:
    tournament = start_event(8, planned_rounds=3)
    committed = SeedCommitment.objects.get(tournament=tournament, number=1)
    for path in ("tournament_overview",):
        shown = browser().get(reverse(path, args=[tournament.code])).content.decode()
        assert committed.digest in shown
    draft = pair(tournament)
    for actor in (None, owner_of(tournament)):
        shown = page(tournament, 1, actor)
        assert committed.digest in shown
        assert committed.text not in shown
        assert "Work the round out again" not in shown
    publish_round(actor=owner_of(tournament), round_id=draft.pk)
    following = SeedCommitment.objects.get(tournament=tournament, number=2)
    shown = browser().get(reverse("tournament_pairings", args=[tournament.code])).content.decode()
    assert following.digest in shown
    assert following.digest in page(tournament, 2)
    page(tournament, 3, status=404)
    page(tournament, 2, status=404, verify="1")


def test_everybody_has_a_round_worked_out_again() -> None:
    tournament = start_event(9, planned_rounds=3)
    finish_round(publish(tournament))
    publish(tournament)
    before = page(tournament, 2)
    assert "The receipt agrees." not in before
    shown = page(tournament, 2, verify="1")
    assert "The pairing core comes to the same pairs and tables." in shown
    assert "The draw is proved: no better pairing of its field exists." in shown
    assert "The receipt agrees." in shown
    assert "The receipt agrees." in page(tournament, 2)  # What it came to is kept.


def test_the_file_that_is_downloaded_is_the_one_that_the_site_wrote() -> None:
    tournament = start_event(8, planned_rounds=3)
    round = publish(tournament)
    answer = browser().get(reverse("round_receipt_file", args=[tournament.code, 1]))
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.code}-round-1.json"'
    assert answer.content.decode().strip() == text_of(round)
    shown = page(tournament, 1, file=sent(answer.content.decode()))
    assert "The file is what the site wrote." in shown
    assert "The receipt agrees." in shown


def test_a_tampered_file_is_refused_with_the_place() -> None:
    tournament = start_event(8, planned_rounds=3)
    document = json.loads(text_of(publish(tournament)))
    first = document["published"]["tables"][0]
    first[1], first[2] = first[2], first[1] + 1
    shown = page(tournament, 1, file=sent(json.dumps(document)))
    assert "This file is refused." in shown
    assert "published.tables" in shown
    assert "The receipt agrees." not in shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "The file is not JSON"),
        ("[]", "The file is not the receipt of a pairing."),
        ('{"format": "dueldesk-pairing-receipt", "version": 9}', "version that is not known here"),
        ('{"format": "dueldesk-pairing-receipt", "version": 1}', "event: This is not a value"),
        ("\ufeff\x00", "The file is not"),
    ],
)
def test_what_is_no_receipt_is_refused_in_words(text: str, said: str) -> None:
    tournament = start_event(8, planned_rounds=3)
    publish(tournament)
    assert said in page(tournament, 1, file=sent(text))


@pytest.mark.language("zh-hans")
def test_the_place_of_what_is_no_json_is_in_the_readers_language() -> None:
    assert say_unreadable("not_json", "line 2") == "文件不是 JSON（第 2 行）。"
    assert say_unreadable("not_json", "UTF-8") == "文件不是 JSON（UTF-8）。"


def test_the_receipt_of_another_event_is_not_worked_out() -> None:
    other = start_event(8, planned_rounds=3)
    text = text_of(publish(other))
    tournament = start_event(8, planned_rounds=3)
    publish(tournament)
    shown = page(tournament, 1, file=sent(text))
    assert f"This is the receipt of another round: {other.code}, round 1." in shown


def test_a_receipt_that_names_pairs_kept_apart_is_for_the_staff_and_verified_for_everybody() -> None:
    tournament = start_event(8, planned_rounds=3)
    one, two, *_others = tournament.registrations.order_by("pk")
    keep_apart(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        registration_a=one.pk,
        registration_b=two.pk,
        is_hard=True,
    )
    publish(tournament)
    path = reverse("round_receipt_file", args=[tournament.code, 1])
    assert "Download the part for everybody" in page(tournament, 1)
    part = browser().get(path)
    assert part["Content-Disposition"].endswith('-round-1-part.json"')
    document = json.loads(part.content)
    assert {key for step in document["history"] for key in step} == set(PART_STEP)
    assert "digest" not in document
    assert "The file is what the site wrote." in page(tournament, 1, file=sent(part.content.decode()))
    document["history"][0]["seed"] = "7"
    assert "This file is refused. history[0].seed" in page(tournament, 1, file=sent(json.dumps(document)))
    assert "The receipt agrees." in page(tournament, 1, verify="1")
    committed = SeedCommitment.objects.get(tournament=tournament, number=1)
    assert committed.text in page(tournament, 1), "what the SHA-256 was of is shown to everybody"
    judge = staff_actor(tournament, "judge")
    assert browser(judge).get(path).content.decode().strip() == text_of(tournament.rounds.get())
    assert "Download the receipt" in page(tournament, 1, judge)


def test_a_file_does_not_ask_who_is_kept_apart() -> None:
    """A guess that is compared with the site's receipt place by place would be answered by the next place."""
    tournament = start_event(8, planned_rounds=3)
    one, two, *_others = tournament.registrations.order_by("pk")
    keep_apart(
        actor=owner_of(tournament),
        tournament_id=tournament.pk,
        registration_a=one.pk,
        registration_b=two.pk,
        is_hard=True,
    )
    document = json.loads(text_of(publish(tournament)))
    assert document["digest"] not in page(tournament, 1)
    changed = sealed_again(document | {"published": {"tables": [], "byes": []}})
    judge = staff_actor(tournament, "judge")
    assert "This file is refused. published.tables" in page(tournament, 1, judge, file=sent(json.dumps(changed)))
    shown = page(tournament, 1, file=sent(json.dumps(changed)))
    assert "This file is refused: it is not the receipt that the site wrote." in shown
    assert "published.tables" not in shown


def test_what_takes_longer_is_worked_out_by_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = start_event(8, planned_rounds=3)
    round = publish(tournament)
    monkeypatch.setattr(receipt_checks, "takes_a_moment", lambda receipt: False)
    with patch.object(receipt_checks, "ask_job") as asked:
        assert "It is being worked out again." in page(tournament, 1, verify="1")
    asked.assert_called_once_with(kind=receipt_checks.VERIFY, subject=round.pk)
    receipt_checks.run_check(round.pk)
    assert "The receipt agrees." in page(tournament, 1)
    cache.clear()
    receipt_checks.fail_check(round.pk, "")
    assert "check it by the command" in page(tournament, 1)
    receipt_checks.run_check(round.pk + 1)  # Gone by now.


def test_a_visitor_asks_so_often_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.allowances.time", SimpleNamespace(time=lambda: 1_800_000_000.0))
    monkeypatch.setattr(receipts, "CHECK_RECEIPT", replace(receipts.CHECK_RECEIPT, visitor=2))
    tournament = start_event(8, planned_rounds=3)
    publish(tournament)
    client, path = browser(), reverse("tournament_receipt", args=[tournament.code, 1])
    answers = [client.post(path, {"verify": "1"}).status_code for _ in range(5)]
    assert answers[0] == 200
    assert answers[-1] == 429
