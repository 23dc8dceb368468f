"""PURE: pairing receipts, which let everybody work out a round's pairing again. Start: `checking.check_receipt`."""
