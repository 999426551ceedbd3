"""What we claim about the server, measured: `python -m benchmarks.serve`."""
