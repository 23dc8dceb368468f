"""Secrets that are shown once and stored only as their SHA-256."""

from __future__ import annotations

import hashlib
import secrets


def new_secret(bytes_of_entropy: int = 24) -> str:
    """A fresh URL-safe secret; 24 bytes give 192 bits."""
    return secrets.token_urlsafe(bytes_of_entropy)


def secret_hash(secret: str) -> str:
    """The stored form. A plain digest suffices: the secrets are random and long, so nothing can be guessed from it."""
    return hashlib.sha256(secret.encode()).hexdigest()
