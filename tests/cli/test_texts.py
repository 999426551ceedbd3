"""What the command says."""

from tablier.cli.prompt import COMMANDS, command
from tablier.cli.texts import say
from tablier.language import LANGUAGES


def test_what_is_filled_in_stays_as_it_is() -> None:
    assert say("fr", "no_file", path="a ?") == "a ?\u00a0: ce fichier n’existe pas"


def test_commands_of_every_language_are_understood_in_all() -> None:
    assert command("coups e2") == command("moves e2") == ("moves", "e2")
    assert command("RÈGLES") == command("rules") == ("rules", "")
    for name in COMMANDS:
        for lang in LANGUAGES:
            assert {command(word) for word in say(lang, f"command.{name}.typed").split()} == {(name, "")}
    assert command("e2-e4") is None
