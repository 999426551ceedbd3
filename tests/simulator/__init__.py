"""The whole server in a simulator: the real tables, store and protocol, with time, network and disk made of a seed."""
