"""A join code for every event; those of before get one too."""

from django.db import migrations, models

import tournaments.join_codes


def give_codes(apps, schema_editor):
    Tournament = apps.get_model("tournaments", "Tournament")
    taken = set()
    for key in Tournament.objects.order_by("pk").values_list("pk", flat=True):
        code = tournaments.join_codes.new_join_code()
        while code in taken:
            code = tournaments.join_codes.new_join_code()
        taken.add(code)
        Tournament.objects.filter(pk=key).update(join_code=code)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0045_announcements'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='join_code',
            field=models.CharField(default='', editable=False, max_length=6, verbose_name='join code'),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='tournament',
            name='join_code',
            field=models.CharField(default=tournaments.join_codes.new_join_code, editable=False, max_length=6, unique=True, verbose_name='join code'),
        ),
    ]
