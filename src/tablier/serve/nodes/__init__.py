"""Several servers on one store: which of them looks after a table, how others reach it, who follows when it is gone.

A *node* is one server of those that share a PostgreSQL store. A table has one *owner*, by a *lease*: a row that names
the node. All that is asked of a table goes to its owner: any node relays it there. A node that is gone owns nothing any
more, and the next that is asked for one of its tables takes it over.
"""
