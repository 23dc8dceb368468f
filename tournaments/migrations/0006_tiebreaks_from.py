from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_counting_at_the_table")]

    operations = [
        migrations.AddField(
            "tournament",
            "tiebreaks_from",
            models.PositiveSmallIntegerField(
                "tiebreakers count from round", blank=True, help_text="Empty: all rounds count.", null=True
            ),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=Q(tiebreaks_from__isnull=True) | Q(tiebreaks_from__range=(1, 30)),
                name="tournament_tiebreaks_from",
            ),
        ),
    ]
