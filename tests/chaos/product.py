"""Names and times of the site, which a chaos run uses without loading Django; a test compares them with the site's."""

from datetime import timedelta

RUN_JOB = "jobs.run"
WRITE_EXPORT = "tournaments.write_export"
IMPORT_CARDS = "cardpool.import_cards"
REJUDGE = "tournaments.rejudge"
LEASE = timedelta(seconds=20)
