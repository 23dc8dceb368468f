"""Questions about past entries belong to the account that asked."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0055_team_boards"),
    ]

    operations = [
        migrations.AddField(
            model_name="joinrequest",
            name="account",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="past_entry_questions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
