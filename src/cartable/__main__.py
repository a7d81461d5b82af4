"""`python -m cartable` is the `cartable` command."""

from cartable.cli import main

main()
