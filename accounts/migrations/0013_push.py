"""Phones that get notices by web push, and the notices on their way to them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0012_quiet_notices'),
    ]

    operations = [
        migrations.AlterField(
            model_name='quietnotice',
            name='channel',
            field=models.CharField(choices=[('page', 'On the pages'), ('push', 'On the phone')], max_length=8, verbose_name='channel'),
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=500, verbose_name='address at the push service')),
                ('p256dh', models.CharField(editable=False, max_length=90, verbose_name='public key of the phone')),
                ('auth', models.CharField(editable=False, max_length=24, verbose_name='shared secret of the phone')),
                ('phone', models.CharField(editable=False, max_length=32, verbose_name='session of the phone')),
                ('language', models.CharField(max_length=10, verbose_name='language')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='since')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_subscriptions', to='accounts.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'push subscription',
                'verbose_name_plural': 'push subscriptions',
            },
        ),
        migrations.CreateModel(
            name='QueuedPush',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.notice')),
                ('subscription', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.pushsubscription')),
            ],
        ),
        migrations.AddConstraint(
            model_name='pushsubscription',
            constraint=models.UniqueConstraint(fields=('player', 'endpoint'), name='push_subscription_once'),
        ),
        migrations.AddIndex(
            model_name='queuedpush',
            index=models.Index(fields=['due_at'], name='queued_push_due'),
        ),
        migrations.AddConstraint(
            model_name='queuedpush',
            constraint=models.UniqueConstraint(fields=('notice', 'subscription'), name='queued_push_once'),
        ),
    ]
