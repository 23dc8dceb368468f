"""Children that do not outlive a killed parent."""

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def end_with_parent(how: int = signal.SIGTERM) -> None:
    """Have the kernel send this process `how` when its parent dies, however it dies.

    Linux alone can do so (prctl(2), PR_SET_PDEATHSIG); elsewhere nothing happens and the next start clears up.
    """
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, int(how), 0, 0, 0)
