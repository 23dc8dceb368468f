"""`python -m config.embedded`: run the site; `python -m config.embedded owner-link`: a new link for its owner."""

import sys

from config.embedded import launcher, owner_link

if __name__ == "__main__":
    sys.exit(owner_link.main() if sys.argv[1:] == ["owner-link"] else launcher.main())
