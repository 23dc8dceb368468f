"""An import through the desk judges open decks again and says whose verdict changed; a preview does not."""

from __future__ import annotations

import pytest

from accounts.inbox import notices_of
from tests.people_and_events import enter, make_event, player_actor
from tests.typed_lists import LEGAL
from tests.web.imports.card_tables import Manager, csv_bytes
from tournaments.models import Rejudging
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_copy_limit_from_a_table_changes_a_verdict() -> None:
    tournament = make_event(decklists_required=True)
    (ann,) = enter(tournament, "Ann")
    handed_in = save_entry_decklist(actor=player_actor(ann), registration_id=ann.pk, text=LEGAL, submit=True)
    assert handed_in.is_legal
    manager = Manager(tournament.game)
    table = csv_bytes([("编号", "名称", "张数限制"), ("HBU01-A01", "赛罗", 1), ("HBU09-A01", "别的卡", "")])
    manager.upload(("限一.csv", table))
    manager.choose()
    assert not Rejudging.objects.exists(), "a preview judges nothing"
    manager.client.post(manager.at("card_import_run"))
    run = Rejudging.objects.get()
    assert (run.state, run.changed, run.cause["kind"], run.cause["added"]) == ("done", 1, "pool", 2)
    assert run.cause["source"] == str(manager.brought().key)
    ann.refresh_from_db()
    assert not ann.decklist.submitted.is_legal
    (notice,) = notices_of(player_actor(ann))
    assert (notice.code, notice.facts["cards"]) == ("verdict_changed", ["HBU01-A01 赛罗"])
    manager.upload(("限一.csv", table))
    manager.choose()
    manager.client.post(manager.at("card_import_run"))
    assert manager.brought().report["counts"]["untouched"] == 2
    assert Rejudging.objects.count() == 1, "what changed nothing judges nothing"
