"""`tablier mcp`: a language model sits down at a table, by the Model Context Protocol."""
