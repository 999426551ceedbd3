"""What teaches a game: the rules page with its pictures, and the lessons."""
