from django.conf import settings
from django.db import migrations

from accounts.sessions import SIGN_IN, SIGNED_IN_UNTIL, SessionStore, at_rest

KEY_LENGTH = 32
"""Of a session as Django keeps it; its hash is longer."""


def seal_sessions(apps, schema_editor):
    """Keep the sessions there are as `accounts.sessions` does: no browser is signed out."""
    Session = apps.get_model("sessions", "Session")
    store = SessionStore()
    plain = list(Session.objects.values_list("pk", flat=True))
    for key in plain:
        row = Session.objects.filter(pk=key).first()
        if row is None or len(key) != KEY_LENGTH:
            continue
        data = store.decode(row.session_data)
        if any(name in data for name in SIGN_IN):
            data[SIGNED_IN_UNTIL] = int(row.expire_date.timestamp())
        Session.objects.create(session_key=at_rest(key), session_data=store.encode(data), expire_date=row.expire_date)
        row.delete()


def end_sessions(apps, schema_editor):
    """Django's own sessions cannot be made of what is sealed: browsers begin again."""
    apps.get_model("sessions", "Session").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_queued_without_parent"),
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(seal_sessions, end_sessions)]
