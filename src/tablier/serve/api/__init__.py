"""The server's face: HTTP, WebSocket and pages."""
