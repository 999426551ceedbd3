"""Maestria (Chedal, Zazoua, Russo, 2019-2020)."""
