"""An event can be made from an uploaded file, without an event that the snapshot was taken of."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_watch_the_renamed_column")]

    operations = [
        migrations.AlterField(
            model_name="restoration",
            name="origin",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="restorations",
                to="tournaments.tournament",
            ),
        ),
        migrations.AlterField(
            model_name="restoration", name="name", field=models.CharField(blank=True, max_length=120)
        ),
        migrations.AddField(
            model_name="restoration", name="file", field=models.CharField(blank=True, default="", max_length=200)
        ),
    ]
