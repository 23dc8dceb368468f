"""Requesting exports as a browser does."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from tests.background import no_worker
from tournaments.models import Export, Tournament
from tournaments.services.exporting import request_export


def ask(client: Client, tournament: Tournament) -> Export:
    """Press the button; returns the export it led to."""
    answer = client.post(reverse("export_request", args=[tournament.code]))
    export = Export.objects.latest("pk")
    assert answer.status_code == 302
    assert answer["Location"] == reverse("export_status", args=[export.key])
    return export


def ask_again(client: Client, tournament: Tournament) -> Export:
    """Press the button; returns the export it led to, which may be an older one."""
    answer = client.post(reverse("export_request", args=[tournament.code]))
    return Export.objects.get(key=answer["Location"].strip("/").rpartition("/")[2])


def status(client: Client, export: Export, *, htmx: bool = False) -> Any:
    headers = {"HX-Request": "true"} if htmx else {}
    return client.get(reverse("export_status", args=[export.key]), headers=headers)


def words(answer: Any) -> str:
    return str(answer.content.decode())


def sent_file(client: Client, export: Export) -> Any:
    return client.get(reverse("export_file", args=[export.key]))


def waiting_export(tournament: Tournament, actor: Actor) -> Export:
    """An export that no worker has started."""
    with no_worker():
        return request_export(actor=actor, tournament_id=tournament.pk, language="en")
