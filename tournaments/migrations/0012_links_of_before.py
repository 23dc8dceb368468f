"""Who handed out the personal links from before `Player.link_issuer`, as the logs say.

A link whose issuer has no rights in one of the player's events, or no account any more, ends; a line in the log says so.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations

ISSUED, ENDED = "entry_link_issued", "entry_link_ended"
ISSUERS = ("owner", "organiser")


def name_issuers(apps: Any, schema_editor: Any) -> None:
    """Give every link without an issuer the one who issued the player's last link at a desk."""
    entries = apps.get_model("tournaments", "Registration").objects
    issued = apps.get_model("tournaments", "LogEntry").objects.filter(verb=ISSUED, user__isnull=False)
    handed: dict[int, Any] = {}
    for line in issued.select_related("user").order_by("pk").iterator():
        entry = entries.filter(pk=line.facts.get("entry"), tournament=line.tournament_id).first()
        if entry is not None:
            handed[entry.player_id] = line.user
    players = apps.get_model("accounts", "Player").objects
    for player in players.filter(pk__in=handed, link_issuer=None, user=None).exclude(link_hash=""):
        _name_issuer(apps, player, handed[player.pk])


def _name_issuer(apps: Any, player: Any, issuer: Any) -> None:
    staff = apps.get_model("tournaments", "StaffMember").objects.filter(user=issuer, role__in=ISSUERS)
    own = set(staff.values_list("tournament", flat=True))
    entries = list(apps.get_model("tournaments", "Registration").objects.filter(player=player))
    if issuer.is_active and (issuer.is_superuser or all(entry.tournament_id in own for entry in entries)):
        player.link_issuer = issuer
    else:
        player.link_hash = ""
        log = apps.get_model("tournaments", "LogEntry").objects
        for entry in entries:
            log.create(tournament_id=entry.tournament_id, verb=ENDED, facts={"entry": entry.pk, "name": entry.name})
    player.save(update_fields=["link_issuer", "link_hash"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_watch_paired_fields"),
        ("accounts", "0004_link_issuer"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(name_issuers, migrations.RunPython.noop)]
