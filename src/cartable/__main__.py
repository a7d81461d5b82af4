"""`python -m cartable` is the `cartable` command."""

from cartable.cli import main

if __name__ == "__main__":  # the processes in which bots think load this module too
    main()
