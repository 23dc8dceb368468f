"""Reports, judge calls, deck checks and extra time at the tables of pods."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.migrations._watching import function

TABLE = "tournaments_timeextension"
OF_MATCH = (
    "SELECT round.tournament_id FROM changed JOIN tournaments_match match ON match.id = changed.match_id"
    " JOIN tournaments_round round ON round.id = match.round_id"
)
OF_MATCH_OR_POD = (
    "SELECT round.tournament_id FROM changed LEFT JOIN tournaments_match match ON match.id = changed.match_id"
    " LEFT JOIN tournaments_pod pod ON pod.id = changed.pod_id"
    " JOIN tournaments_round round ON round.id = COALESCE(match.round_id, pod.round_id)"
)
UNSEEN = ("reason", "deck_check_id", "given_by_user_id", "given_by", "given_at", "withdrawn_by")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0049_repair_of_a_part'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PodReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('table', models.PositiveIntegerField(blank=True, null=True)),
                ('version', models.PositiveIntegerField()),
                ('places', models.JSONField()),
                ('key', models.CharField(blank=True, max_length=64)),
                ('reported_at', models.DateTimeField()),
                ('reported_by', models.CharField(blank=True, max_length=150)),
            ],
            options={
                'verbose_name': 'report of a pod',
                'verbose_name_plural': 'reports of pods',
                'ordering': ['-id'],
            },
        ),
        migrations.AddField(
            model_name='deckcheck',
            name='pod',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='deck_checks', to='tournaments.pod'),
        ),
        migrations.AddField(
            model_name='judgecall',
            name='pod',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='judge_calls', to='tournaments.pod'),
        ),
        migrations.AddField(
            model_name='pod',
            name='report_state',
            field=models.CharField(blank=True, choices=[('', 'Not reported'), ('waiting', 'Reported, not confirmed'), ('disputed', 'Reported differently')], db_default='', default='', max_length=10),
        ),
        migrations.AddField(
            model_name='timeextension',
            name='pod',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='time_extensions', to='tournaments.pod'),
        ),
        migrations.AlterField(
            model_name='timeextension',
            name='match',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='time_extensions', to='tournaments.match'),
        ),
        migrations.AddConstraint(
            model_name='judgecall',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['open', 'claimed'])), fields=('pod',), name='judge_call_one_open_per_pod'),
        ),
        migrations.AddConstraint(
            model_name='timeextension',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('match__isnull', False), ('pod', None)), models.Q(('match', None), ('pod__isnull', False)), _connector='OR'), name='time_extension_of_match_or_pod'),
        ),
        migrations.AddField(
            model_name='podreport',
            name='pod',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournaments.pod'),
        ),
        migrations.AddField(
            model_name='podreport',
            name='registration',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pod_reports', to='tournaments.registration'),
        ),
        migrations.AddField(
            model_name='podreport',
            name='reported_by_user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='podreport',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pod_reports', to='tournaments.tournament'),
        ),
        migrations.AddConstraint(
            model_name='podreport',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('registration', 'pod', 'key'), name='pod_report_sent_once'),
        ),
        migrations.RunSQL([function(TABLE, OF_MATCH_OR_POD, UNSEEN)], [function(TABLE, OF_MATCH, UNSEEN)]),
    ]
