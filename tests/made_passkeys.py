"""Passkeys of accounts, as a device would have made them."""

from __future__ import annotations

import hashlib
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from accounts.models import User

FLAGS = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
HOST = "localhost"


def make_passkey(user: User, name: str = "Phone") -> Authenticator:
    """A passkey of the account whose private key is thrown away: it can be listed, named and removed, not used."""
    key = f"{user.pk}-{name}".encode()
    public = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(bytes(16), key, public)
    data = AuthenticatorData.create(hashlib.sha256(HOST.encode()).digest(), FLAGS, 0, credential)
    said = CollectedClientData.create(CollectedClientData.TYPE.CREATE, bytes(32), f"https://{HOST}")
    made: dict[str, Any] = {
        "id": websafe_encode(key),
        "rawId": websafe_encode(key),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(said),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        },
        "clientExtensionResults": {"credProps": {"rk": True}},
    }
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": name, "credential": made})
