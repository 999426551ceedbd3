"""A link as a QR code: from a screen into a phone, without typing."""

from __future__ import annotations

import asyncio
from io import BytesIO

import segno
from fastapi import APIRouter, Response

from tablier.serve import schema

INK, PAPER = "#1d1c16", "#ffffff"
"""Cameras want dark on light, in a dark theme too."""

router = APIRouter(prefix="/api/v1")


@router.post("/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr_code(body: schema.Link) -> Response:
    """A link as a picture. It is sent, not asked for by an address: what opens a seat is in no log."""
    return Response(await asyncio.to_thread(drawn, body.link), media_type="image/svg+xml")


def drawn(link: str) -> bytes:
    """The picture, as SVG without a size of its own."""
    picture = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(picture, kind="svg", border=2, dark=INK, light=PAPER, xmldecl=False, omitsize=True)
    return picture.getvalue()
