"""Lists handed in, and entries with their decks as they are stored."""

from datetime import timedelta

from django.utils import timezone

from tests.people_and_events import player_actor
from tests.typed_lists import LEGAL
from tournaments.models import Registration, Tournament
from tournaments.queries.decks import with_decks
from tournaments.services.decklists import save_entry_decklist


def save(entry, text=LEGAL, actor=None, submit=True, **more):
    actor = actor or player_actor(entry)
    return save_entry_decklist(actor=actor, registration_id=entry.pk, text=text, submit=submit, **more)


def fresh(entry) -> Registration:
    return with_decks(Registration.objects.select_related("tournament")).get(pk=entry.pk)


def pass_deadline(tournament) -> None:
    passed = timezone.now() - timedelta(minutes=1)
    Tournament.objects.filter(pk=tournament.pk).update(decklist_deadline=passed)
