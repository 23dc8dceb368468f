"""Events for support staff: everything can be looked up, nothing changed past the services.

What a superuser has to correct, they correct at the event's desk, where they count as an owner and the log says so.
"""

from __future__ import annotations

from django.apps import apps

from accounts.admin_labels import label_fields
from tournaments.admin import events, notices, rounds, seasons, tables

__all__ = ["events", "notices", "rounds", "seasons", "tables"]

label_fields(*apps.get_app_config("tournaments").get_models())
