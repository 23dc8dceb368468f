from typing import Any

from django.db import migrations, models


def mark_claimed(apps: Any, schema_editor: Any) -> None:
    """A player with an account and a link's issuer was taken over by that link."""
    players = apps.get_model("accounts", "Player").objects
    players.filter(user__isnull=False, link_issuer__isnull=False).update(claimed_by_known_link=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_may_manage_games")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="claimed_by_known_link",
            field=models.BooleanField(default=False, editable=False, verbose_name="claimed by a link its issuer knew"),
        ),
        migrations.RunPython(mark_claimed, migrations.RunPython.noop),
    ]
