"""What there is to see and to touch, drawn as SVG or as text. It knows no game."""
