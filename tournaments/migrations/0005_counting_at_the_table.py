import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_judging_and_formats")]

    operations = [
        migrations.AddField("deckcheck", "left_out", models.JSONField(blank=True, default=list)),
        migrations.AddField("deckcheck", "batch", models.CharField(blank=True, max_length=40, default="")),
        migrations.AddField("deckcheck", "saved_by", models.CharField(blank=True, max_length=150, default="")),
        migrations.AlterField(
            "timeextension",
            "deck_check",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="time_extensions",
                to="tournaments.deckcheck",
            ),
        ),
        migrations.AddConstraint(
            "timeextension",
            models.UniqueConstraint(
                condition=models.Q(("withdrawn_at__isnull", True)),
                fields=("deck_check",),
                name="time_extension_once_per_check",
            ),
        ),
    ]
