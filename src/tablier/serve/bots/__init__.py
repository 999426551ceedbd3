"""The bots at the tables: which seat is to act, and the processes that think for it."""
