"""The conformance suite passes a game that is right, and catches one that is not."""
