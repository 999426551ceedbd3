"""One table: what happened there, what may happen next, the time, and what each may see of it."""
