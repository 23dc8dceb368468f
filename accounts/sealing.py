"""Texts that the database keeps and only this site reads: sealed with a key made from `SECRET_KEY`."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "accounts.sealing"


def seal(content: bytes) -> str:
    """The content as a text that says nothing about it but its length, and cannot be changed."""
    return _boxes(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).encrypt(content).decode()


def unseal(sealed: bytes | str) -> bytes | None:
    """The content of a sealed text; None for any other, and one that another site's key sealed."""
    try:
        return _boxes(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).decrypt(sealed)
    except InvalidToken:
        return None


@lru_cache(maxsize=4)
def _boxes(*secrets: str) -> MultiFernet:
    """What seals with the first of the secrets, and reads what any of them sealed."""
    keys = (salted_hmac(SALT, "", secret=secret, algorithm="sha256").digest() for secret in secrets)
    return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in keys])
