"""Search that knows no game: it calls the protocol, and compiles once for each."""
