"""Addresses that get notices by e-mail, and the mails on their way to them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0013_push'),
    ]

    operations = [
        migrations.AlterField(
            model_name='quietnotice',
            name='channel',
            field=models.CharField(choices=[('page', 'On the pages'), ('push', 'On the phone'), ('mail', 'E-mail')], max_length=8, verbose_name='channel'),
        ),
        migrations.CreateModel(
            name='NoticeAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254, verbose_name='e-mail address')),
                ('language', models.CharField(max_length=10, verbose_name='language')),
                ('origin', models.CharField(editable=False, max_length=300, verbose_name='address of the site')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('confirmed_at', models.DateTimeField(blank=True, null=True, verbose_name='confirmed')),
                ('refused_at', models.DateTimeField(blank=True, null=True, verbose_name='refused')),
                ('failed_at', models.DateTimeField(blank=True, null=True, verbose_name='last mail not delivered')),
                ('code', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='answer of the mail server')),
                ('account', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notice_addresses', to='accounts.player', verbose_name='player')),
            ],
            options={
                'verbose_name': 'address for notices',
                'verbose_name_plural': 'addresses for notices',
            },
        ),
        migrations.CreateModel(
            name='QueuedMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('address', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.noticeaddress')),
                ('notice', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.notice')),
            ],
        ),
        migrations.AddIndex(
            model_name='noticeaddress',
            index=models.Index(fields=['address'], name='notice_address_shared'),
        ),
        migrations.AddConstraint(
            model_name='noticeaddress',
            constraint=models.UniqueConstraint(condition=models.Q(('confirmed_at__isnull', False)), fields=('player',), name='notice_address_one_confirmed'),
        ),
        migrations.AddConstraint(
            model_name='noticeaddress',
            constraint=models.UniqueConstraint(condition=models.Q(('confirmed_at__isnull', True)), fields=('player',), name='notice_address_one_waiting'),
        ),
        migrations.AddIndex(
            model_name='queuedmail',
            index=models.Index(fields=['due_at'], name='queued_mail_due'),
        ),
        migrations.AddConstraint(
            model_name='queuedmail',
            constraint=models.UniqueConstraint(fields=('notice', 'address'), name='queued_mail_once'),
        ),
        migrations.AddConstraint(
            model_name='queuedmail',
            constraint=models.UniqueConstraint(condition=models.Q(('notice__isnull', True)), fields=('address',), name='queued_mail_one_question'),
        ),
    ]
