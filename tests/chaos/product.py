"""Names and times of the site, which a chaos run uses without loading Django; a test compares them with the site's."""

from datetime import timedelta

RUN_JOB = "jobs.run"
WRITE_EXPORT = "tournaments.write_export"
IMPORT_CARDS = "cardpool.import_cards"
REJUDGE = "tournaments.rejudge"
COPY_SNAPSHOT = "tournaments.copy_snapshot"
"""No job of this kind takes long, so none waits for another."""
LEASE = timedelta(seconds=20)
