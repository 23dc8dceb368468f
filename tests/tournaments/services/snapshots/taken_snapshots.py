"""Snapshots of an event, and what is restored from them."""

from tests.people_and_events import owner_of
from tournaments.models import Restoration, Snapshot, Tournament
from tournaments.services.snapshots import taking
from tournaments.services.snapshots.asking import take_now
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import ask_restoration, restore, run_restoration


def taken(event: Tournament) -> Snapshot:
    """A snapshot of the event as it is now."""
    snapshot = take_now(actor=owner_of(event), tournament_id=event.pk)
    taking.take_snapshot(snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.state == "ready"
    return snapshot


def restored(event: Tournament) -> Tournament:
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    return restore(document, owner=event.created_by, name="Again")


def ask(event: Tournament, snapshot: Snapshot) -> Restoration:
    asked = ask_restoration(actor=owner_of(event), snapshot_id=snapshot.pk, name="Again")
    run_restoration(asked.pk)
    asked.refresh_from_db()
    return asked
