"""The proof of a pairing as the API hands it out."""

from __future__ import annotations

import json
from typing import Any

from tournaments.swiss.pairing import PairingResult
from tournaments.swiss.record import DrawnField, record_field, record_witness


def handed_out(result: PairingResult) -> dict[str, Any]:
    """The field, the pairs and the witness, through JSON text."""
    field = record_field(DrawnField(result.history, result.rules, result.pairs, result.bye))
    witness = None if result.witness is None else record_witness(result.witness)
    plain: dict[str, Any] = json.loads(
        json.dumps({"field": field, "pairs": result.pairs, "bye": result.bye, "witness": witness})
    )
    return plain
