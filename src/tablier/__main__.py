"""`python -m tablier`: the same as the command `tablier`."""

from tablier.cli import main

if __name__ == "__main__":
    main()
