"""JSON as it is written, for the wire and for the store."""

from __future__ import annotations

import json

as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
