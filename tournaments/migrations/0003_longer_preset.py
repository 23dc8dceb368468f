from django.db import migrations, models


class Migration(migrations.Migration):
    """A combination of tiebreakers chosen by the organiser is a line of up to 160 characters."""

    dependencies = [("tournaments", "0002_pairing_settings")]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="preset",
            field=models.CharField(default="mtr", max_length=160, verbose_name="tiebreakers"),
        ),
    ]
