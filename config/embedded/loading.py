"""Everything a web process needs of the program, loaded before there is a visitor, a connection or a thread."""

from importlib import import_module

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.urls import get_resolver
from django.utils import translation


def load_site() -> None:
    """Load the application, its views, the addresses and texts of every language, and the migrations (for `/healthz`).

    Starts no thread and asks no service: what is forked afterwards could use neither.
    """
    import_module("config.asgi")
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            _ = get_resolver().reverse_dict  # Worked out when it is read first.
    MigrationLoader(None)
