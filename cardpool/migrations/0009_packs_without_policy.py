import hashlib
import re

from django.db import migrations

POLICY = re.compile(r"^\[restrictions\][^\n]*\n\s*policy\s*=\s*[^\n]*\n+", re.MULTILINE)


def without_policy(apps, schema_editor):
    """Packs state no policy of restrictions any more: a rule of kind `restrictions` says that there are any."""
    for ruleset in apps.get_model("cardpool", "Ruleset").objects.filter(pack__contains="[restrictions]"):
        ruleset.pack = POLICY.sub("", ruleset.pack)
        ruleset.digest = hashlib.sha256(ruleset.pack.encode()).hexdigest()
        ruleset.save(update_fields=["pack", "digest"])
    for draft in apps.get_model("cardpool", "PackDraft").objects.filter(text__contains="[restrictions]"):
        draft.text = POLICY.sub("", draft.text)
        draft.save(update_fields=["text"])


class Migration(migrations.Migration):
    dependencies = [("cardpool", "0008_jobs_that_wait")]

    operations = [migrations.RunPython(without_policy, migrations.RunPython.noop)]
