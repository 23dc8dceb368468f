"""Gives each entry its number in the event, in order of entry, and marks the names that read alike."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from datetime import date
from typing import Any

from django.db import migrations, models

NUMBERS = """
UPDATE tournaments_registration entry SET number = ranked.place
FROM (
    SELECT id, row_number() OVER (PARTITION BY tournament_id ORDER BY registered_at, id) AS place
    FROM tournaments_registration
) ranked
WHERE ranked.id = entry.id
"""


def tell_names_apart(apps: Any, _: Any) -> None:
    Registration = apps.get_model("tournaments", "Registration")
    events: dict[int, list[Any]] = defaultdict(list)
    for entry in Registration.objects.select_related("player").order_by("tournament_id", "id"):
        events[entry.tournament_id].append(entry)
    for entries in events.values():
        in_name = alike({entry.pk: entry.name for entry in entries})
        in_public = alike({entry.pk: entry.public_name or entry.name for entry in entries if not is_masked(entry)})
        for entry in entries:
            entry.number_in_name, entry.number_in_public_name = entry.pk in in_name, entry.pk in in_public
        changed = [entry for entry in entries if entry.number_in_name or entry.number_in_public_name]
        Registration.objects.bulk_update(changed, ["number_in_name", "number_in_public_name"], batch_size=1_000)


def is_masked(entry: Any) -> bool:
    year = entry.player.birth_year
    return not entry.public_name and year is not None and date.today().year - year <= 18


def alike(names: dict[int, str]) -> set[int]:
    keys = {
        entry: " ".join(unicodedata.normalize("NFKC", name).casefold().split()) for entry, name in names.items()
    }
    often = Counter(keys.values())
    return {entry for entry, key in keys.items() if often[key] > 1 or re.search(r"#\s*\d+$", key)}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_pairing_searches")]

    operations = [
        migrations.AddField("registration", "number", models.PositiveIntegerField(null=True)),
        migrations.AddField("registration", "number_in_name", models.BooleanField(default=False)),
        migrations.AddField("registration", "number_in_public_name", models.BooleanField(default=False)),
        migrations.RunSQL(NUMBERS, migrations.RunSQL.noop),
        migrations.RunPython(tell_names_apart, migrations.RunPython.noop),
        migrations.AlterField(
            "registration", "number", models.PositiveIntegerField(verbose_name="number in this event")
        ),
        migrations.AddConstraint(
            "registration",
            models.UniqueConstraint(fields=("tournament", "number"), name="registration_number_once"),
        ),
        migrations.AddConstraint(
            "registration",
            models.CheckConstraint(condition=models.Q(number__gte=1), name="registration_number_from_one"),
        ),
    ]
