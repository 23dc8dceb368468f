"""Marks the versions that are never removed to make room; of those saved before, all that may have been submitted."""

from django.db import migrations, models

# Which version was submitted before the one that counts was not recorded, so of a list that was ever submitted every
# version counts that could be: one without unreadable lines. What staff saved is kept, what they found when they did,
# and the newest version of each locked list. A list that was never submitted holds only drafts.
MARK = """
UPDATE decks_decklistversion version SET is_kept = true
FROM decks_decklist list
WHERE version.decklist_id = list.id AND (
    version.by_staff
    OR version.reason <> ''
    OR list.submitted_id IS NOT NULL AND (
        version.id = list.submitted_id OR COALESCE(version.report -> 'errors', '[]'::jsonb) = '[]'::jsonb
    )
    OR EXISTS (
        SELECT 1 FROM decks_decklistversion later
        WHERE later.decklist_id = list.id AND later.number = version.number + 1 AND later.by_staff
    )
    OR list.locked_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM decks_decklistversion later
        WHERE later.decklist_id = list.id AND later.number > version.number
    )
)
"""


class Migration(migrations.Migration):
    dependencies = [("decks", "0003_verdicts")]

    operations = [
        migrations.AddField(
            "decklist", "drafts_removed", models.PositiveIntegerField(default=0, editable=False)
        ),
        migrations.AddField(
            "decklist", "drafts_removed_at", models.DateTimeField(blank=True, editable=False, null=True)
        ),
        migrations.AddField(
            "decklistversion",
            "is_kept",
            models.BooleanField(default=False, editable=False, verbose_name="kept permanently"),
        ),
        migrations.RunSQL(MARK, migrations.RunSQL.noop),
    ]
