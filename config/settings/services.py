"""The settings that follow from where PostgreSQL, Redis and the mail server are."""

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from accounts.redis_patience import hasty_options
from config.settings.environment import flag, number

MAIL_SECONDS = 15
"""How long a visitor waits for a mail server that does not answer."""


POOL_SECONDS = 3.0
"""How long a request waits for a connection. There are as many as threads, so only for a database that is away."""
PREPARED_FROM = 2
"""From which run on a connection keeps a statement prepared, if it is sent by `prepared_cursor` (`config.database`)."""


def databases(url: str, *, pooled: bool) -> dict[str, dict[str, Any]]:
    """`DATABASES` for one PostgreSQL URL; `pooled`: the lanes of a web process each keep a pool of connections.

    Raises ImproperlyConfigured for anything else; the message does not repeat the URL, which may hold a password.
    """
    if not is_postgresql(url):
        raise ImproperlyConfigured("DATABASE_URL must look like postgresql://user:password@host:5432/name")
    database: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=0, conn_health_checks=False))
    options = database.setdefault("OPTIONS", {})
    if "host" in options:
        database["HOST"] = options.pop("host")
    database["ENGINE"] = "config.database"
    options["prepare_threshold"] = PREPARED_FROM
    if pooled:
        options["pool"] = {"timeout": POOL_SECONDS}
    return {"default": database}


def is_postgresql(url: str) -> bool:
    """Whether the text reads as the URL of a PostgreSQL database; nothing is connected to."""
    try:
        database = dj_database_url.parse(url)
    except ValueError:
        return False
    return database.get("ENGINE", "").endswith(".postgresql") and bool(database.get("NAME"))


def push_keys(file: Path) -> dict[str, str]:
    """`VAPID_…` from the file of `manage.py make_push_keys`, where the environment has no key; empty without either.

    Raises ImproperlyConfigured, without repeating the key, for a file that cannot be read or has neither.
    """
    if os.environ.get("VAPID_PRIVATE_KEY") or not file.exists():
        return {}
    try:
        kept = json.loads(file.read_text())
        return {"VAPID_PRIVATE_KEY": str(kept["private_key"]), "VAPID_CONTACT": str(kept["contact"])}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ImproperlyConfigured(f"{file} cannot be read; make it again with manage.py make_push_keys") from error


def caches(redis_url: str) -> dict[str, dict[str, Any]]:
    """`CACHES` on Redis."""
    return {
        "default": {
            "BACKEND": "config.caching.PatientRedisCache",
            "LOCATION": redis_url,
            "KEY_PREFIX": "dueldesk",
            "TIMEOUT": 300,
            "OPTIONS": hasty_options(),
        }
    }


WECHAT_ORIGIN = "https://open.weixin.qq.com"
WECHAT_KINDS = {
    "website": (f"{WECHAT_ORIGIN}/connect/qrconnect", "snsapi_login"),
    "official": (f"{WECHAT_ORIGIN}/connect/oauth2/authorize", "snsapi_userinfo"),
}
"""Where each kind of app signs people in, and what it asks for: a website's code to scan, an official account's page
inside WeChat."""


def wechat() -> dict[str, Any]:
    """allauth's `SOCIALACCOUNT_PROVIDERS` for WeChat; empty where no keys are set.

    Raises ImproperlyConfigured where one of `WECHAT_APP_ID` and `WECHAT_APP_SECRET` is missing, or `WECHAT_APP_KIND` is
    none of `WECHAT_KINDS`.
    """
    key, secret = (os.environ.get(name, "").strip() for name in ("WECHAT_APP_ID", "WECHAT_APP_SECRET"))
    if not key and not secret:
        return {}
    kind = os.environ.get("WECHAT_APP_KIND", "").strip() or "website"
    if not (key and secret) or kind not in WECHAT_KINDS:
        raise ImproperlyConfigured(
            "WeChat takes WECHAT_APP_ID and WECHAT_APP_SECRET, and WECHAT_APP_KIND may be website or official"
        )
    address, scope = WECHAT_KINDS[kind]
    app = {"client_id": key, "secret": secret}
    return {"weixin": {"APPS": [app], "AUTHORIZE_URL": address, "SCOPE": [scope]}}


def mail() -> dict[str, Any]:
    """Django's `EMAIL_*` settings of the server that `EMAIL_URL` or `EMAIL_HOST` names; empty where neither does.

    `EMAIL_URL` is `smtp://user:password@host:587?tls=1`, or `smtps://…` for TLS from the start. Raises
    ImproperlyConfigured, without repeating the password, for anything else.
    """
    url = os.environ.get("EMAIL_URL", "").strip()
    if url:
        return {**_mail_of_url(url), "EMAIL_TIMEOUT": MAIL_SECONDS}
    host = os.environ.get("EMAIL_HOST", "").strip()
    if not host:
        return {}
    return {
        "EMAIL_HOST": host,
        "EMAIL_PORT": number("EMAIL_PORT", 25),
        "EMAIL_HOST_USER": os.environ.get("EMAIL_HOST_USER", ""),
        "EMAIL_HOST_PASSWORD": os.environ.get("EMAIL_HOST_PASSWORD", ""),
        "EMAIL_USE_TLS": flag("EMAIL_USE_TLS"),
        "EMAIL_USE_SSL": flag("EMAIL_USE_SSL"),
        "EMAIL_TIMEOUT": MAIL_SECONDS,
    }


def _mail_of_url(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL must look like smtp://user:password@host:587?tls=1")
    secure = parts.scheme == "smtps"
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if secure else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": not secure and parse_qs(parts.query).get("tls", ["0"])[-1] in {"1", "true", "yes", "on"},
        "EMAIL_USE_SSL": secure,
    }
