"""Pods, their seats and the history of their results; every change of what the public sees of them is counted."""

import django.db.models.constraints
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.migrations._watching import function, triggers

OF_POD = "SELECT round.tournament_id FROM changed JOIN tournaments_round round ON round.id = changed.round_id"
OF_REVISION = (
    "SELECT round.tournament_id FROM changed JOIN tournaments_pod pod ON pod.id = changed.pod_id"
    " JOIN tournaments_round round ON round.id = pod.round_id"
)
WATCHED = {
    "tournaments_pod": (OF_POD, ("updated_at",)),
    "tournaments_podseat": (OF_POD, ()),
    "tournaments_podrevision": (OF_REVISION, ()),
}
"""Tables of one round's pods: how their rows name the event, and the columns that are on no page."""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0043_retention'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='pod_places',
            field=models.CharField(blank=True, db_default='', help_text='In pods, from the first place on, such as 4-3-2-1. Empty: the points of a win, a draw and a loss.', max_length=40, verbose_name='points by place'),
        ),
        migrations.CreateModel(
            name='Pod',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveIntegerField(blank=True, null=True)),
                ('is_complete', models.BooleanField(default=False)),
                ('ended_by_time', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('version', models.PositiveIntegerField(default=1)),
                ('completed_at', models.DateTimeField(blank=True, null=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pods', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'pod',
                'verbose_name_plural': 'pods',
                'ordering': ['round', models.OrderBy(models.F('table'), nulls_last=True), 'id'],
            },
        ),
        migrations.CreateModel(
            name='PodRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('changed_by', models.CharField(blank=True, max_length=150)),
                ('changed_at', models.DateTimeField(auto_now_add=True)),
                ('changed_by_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pod', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='tournaments.pod')),
            ],
            options={
                'verbose_name': 'pod revision',
                'verbose_name_plural': 'pod revisions',
                'ordering': ['pod', 'version'],
            },
        ),
        migrations.CreateModel(
            name='PodSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place in the pod')),
                ('manner', models.CharField(choices=[('played', 'Played'), ('conceded', 'Conceded'), ('no_show', 'No-show'), ('disqualified', 'Disqualified')], default='played', max_length=12)),
                ('pod', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.pod')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pod_seats', to='tournaments.registration')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pod_seats', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'seat in a pod',
                'verbose_name_plural': 'seats in pods',
                'ordering': ['pod', 'seat'],
            },
        ),
        migrations.AddConstraint(
            model_name='pod',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('round', 'table'), name='pod_table_unique'),
        ),
        migrations.AddConstraint(
            model_name='podrevision',
            constraint=models.UniqueConstraint(fields=('pod', 'version'), name='pod_revision_unique'),
        ),
        migrations.AddConstraint(
            model_name='podseat',
            constraint=models.CheckConstraint(condition=models.Q(('seat__range', (1, 4))), name='pod_seat_one_to_four'),
        ),
        migrations.AddConstraint(
            model_name='podseat',
            constraint=models.CheckConstraint(condition=models.Q(('place__isnull', True), ('place__range', (1, 4)), _connector='OR'), name='pod_place'),
        ),
        migrations.AddConstraint(
            model_name='podseat',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('pod', 'seat'), name='pod_seat_unique'),
        ),
        migrations.AddConstraint(
            model_name='podseat',
            constraint=models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('round', 'registration'), name='pod_seat_once'),
        ),
        *(migrations.RunSQL([function(table, *WATCHED[table]), *triggers(table)], [f"DROP FUNCTION {table}_seen() CASCADE"]) for table in WATCHED),
    ]
