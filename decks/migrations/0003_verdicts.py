from django.db import migrations, models
from django.db.models import Case, Value, When


def verdicts_from_legal(apps, schema_editor):
    versions = apps.get_model("decks", "DecklistVersion").objects
    versions.update(verdict=Case(When(is_legal=True, then=Value("legal")), default=Value("not_legal")))


def legal_from_verdicts(apps, schema_editor):
    versions = apps.get_model("decks", "DecklistVersion").objects
    versions.update(is_legal=Case(When(verdict="legal", then=Value(True)), default=Value(False)))


class Migration(migrations.Migration):
    """A verdict has three values; a version names the day it was judged as of."""

    dependencies = [("decks", "0002_decklist_format")]

    operations = [
        migrations.AddField(
            model_name="decklistversion",
            name="verdict",
            field=models.CharField(
                choices=[("legal", "legal"), ("not_legal", "not legal"), ("undecided", "cannot be decided")],
                default="not_legal",
                max_length=9,
                verbose_name="verdict",
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="decklistversion",
            name="judged_as_of",
            field=models.DateField(blank=True, null=True, verbose_name="judged as of"),
        ),
        migrations.AlterField(
            model_name="decklistversion", name="is_legal", field=models.BooleanField(default=False)
        ),
        migrations.RunPython(verdicts_from_legal, legal_from_verdicts),
        migrations.RemoveField(model_name="decklistversion", name="is_legal"),
    ]
