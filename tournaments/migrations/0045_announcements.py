"""Announcements, which every page of an event shows: their changes count as those of what the public sees."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


WATCHED = "tournaments_announcement"
SEEN = f"""
CREATE FUNCTION {WATCHED}_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The second array: no table of standings changes.
    PERFORM dueldesk_count_change(ARRAY(SELECT DISTINCT changed.tournament_id FROM changed), ARRAY[]::bigint[]);
    RETURN NULL;
END $$
"""
KINDS = {"insert": "NEW", "update": "NEW", "delete": "OLD"}
TRIGGERS = [
    f"CREATE TRIGGER {WATCHED}_seen_{kind} AFTER {kind.upper()} ON {WATCHED} REFERENCING {rows} TABLE AS changed"
    f" FOR EACH STATEMENT EXECUTE FUNCTION {WATCHED}_seen()"
    for kind, rows in KINDS.items()
]


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0044_pods'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500, verbose_name='announcement')),
                ('until_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('until_at', models.DateTimeField(blank=True, null=True)),
                ('made_at', models.DateTimeField()),
                ('made_by', models.CharField(blank=True, max_length=150)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('ended_by', models.CharField(blank=True, max_length=150)),
                ('ended_reason', models.CharField(blank=True, max_length=200)),
                ('ended_by_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_by_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('replaces', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replaced_by', to='tournaments.announcement')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'announcement',
                'verbose_name_plural': 'announcements',
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='announcement_has_text'), models.CheckConstraint(condition=models.Q(('until_round__isnull', True), ('until_at__isnull', True), _connector='OR'), name='announcement_one_end')],
            },
        ),
        migrations.RunSQL([SEEN, *TRIGGERS], [f"DROP FUNCTION {WATCHED}_seen() CASCADE"]),
    ]
