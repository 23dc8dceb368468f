"""`make owner-link`: a new one-time link that signs the owner in and lets them set a password."""

import os

from config.embedded import own_database, postgres
from config.embedded.launcher import plan_from, prepare_site
from config.embedded.wording import CannotRun, both, complain, say


def main() -> int:
    """Print the link of the running site; 1 after a line that says why there is none."""
    try:
        plan = plan_from(os.environ)
        if plan.own_database:
            own_database.require_answer(plan.database_url)
        elif not postgres.answers(plan.data.sockets):
            raise CannotRun(both("请先在另一个窗口运行 make run", "Start the site in another window first: make run"))
        path = prepare_site(plan, "--owner-link")
    except CannotRun as reason:
        complain(str(reason))
        return 1
    lock = plan.data.root / "lock"
    here = lock.read_text().strip() if lock.exists() else plan.here
    say(both("店主登录链接，只能用一次：", "The owner's sign-in link, works once:"))
    say(f"{here or plan.here}{path}")
    return 0
