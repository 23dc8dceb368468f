"""Which seating core this is: it rises with every change by which the same field and seed may give other pods."""

SEATING_VERSION = 1
