"""A game in the terminal. It is written down after every action, so that nothing can lose it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

from tablier.cli import conversation, parsing, saves
from tablier.cli.conversation import Conversation
from tablier.cli.opponents import Opponents
from tablier.cli.prompt import COMMANDS, Prompt, command, command_words
from tablier.cli.refusal import FAILED, INTERRUPTED, Refusal
from tablier.cli.rules import show_rules
from tablier.cli.saves import SaveFile, shown
from tablier.cli.screen import Screen
from tablier.cli.session import Session, seat_names
from tablier.cli.story import result, seat_word, told
from tablier.cli.texts import say
from tablier.engine.errors import IllegalAction
from tablier.engine.kernels import NATURE, PUBLIC
from tablier.language import language
from tablier.record.match import Match


class Quit(Exception):
    """The players stop here."""


class TerminalGame:
    """One game, from where it stands to its end."""

    def __init__(self, session: Session, level: int, think: float | None, screen: Screen) -> None:
        """Against bots of this level, who think so many seconds at most about an action (None: as the level has it)."""
        self.session = session
        self.match: Match = session.match
        self.people = session.people
        self.screen = screen
        self.lang = screen.lang
        self.talk = Conversation(self.match, self.lang)
        self.bots = Opponents(self.match, self.talk, self.people, level, think, screen)
        self.prompt = Prompt()
        self.is_saved = False
        self.has_no_more_to_say: dict[int, int] = {}
        """How much of this turn's talk a person had heard and had nothing more to say."""
        self.at_keyboard: int | None = None
        """The seat whose view was shown last."""
        self.is_shown = False
        """Whether the board on the screen is that of the position."""
        self.talk_shown = 0
        """How much of this turn's talk is on the screen."""

    # --- the course of the game

    def run(self) -> int:
        """Play until the game is over or the players leave. Return the exit code."""
        try:
            with self.bots:
                self._welcome()
                self._save()
                while not self.match.over:
                    self._step()
        except (Quit, EOFError):
            return self._farewell()
        except KeyboardInterrupt:
            self._farewell()
            return INTERRUPTED
        return self._finish()

    def _step(self) -> None:
        """Bots say what they have to say; people act before bots, where they act at once.

        So people can answer, and no file holds what they have still to guess.
        """
        pending = self.match.pending
        people = [seat for seat in pending if seat in self.people]
        if pending == (NATURE,):
            self._ask(NATURE)
        elif self.bots.speak(self._company()):
            return
        elif people:
            self._hand_over(people[0])
            self._ask(people[0])
        elif self.bots.act(self._company()):
            self._changed()
        else:  # a bot leads a discussion, and waits
            talker = min(self._company())
            self._hand_over(talker)
            self._ask(talker)

    def _company(self) -> list[int]:
        """The people who may still have something to say in this turn."""
        return [seat for seat in self.people if self.has_no_more_to_say.get(seat) != len(self.talk.heard(seat))]

    def _ask(self, seat: int) -> None:
        """Somebody types an action, or a command, or nothing."""
        if not self.is_shown:
            self._show_board()
            self._hint(seat)
        self._show_talk(seat)
        name = say(self.lang, "chance") if seat == NATURE else self._name(seat)
        text = self.prompt.ask(f"{name} > ", lambda: self._words(seat)).strip()
        if found := command(text):
            self._obey(*found, seat)
        elif text:
            self._play(seat, text)
        elif seat not in self.match.pending:
            self.has_no_more_to_say[seat] = len(self.talk.heard(seat))

    def _hint(self, seat: int) -> None:
        """What is expected, where that is not an action of one's own."""
        if seat == NATURE:
            self.screen.say("chance_hint", examples=parsing.examples(self.match, NATURE))
        elif seat not in self.match.pending:
            self.screen.say("discussion_hint", who=self._name(self.match.pending[0]))

    def _play(self, seat: int, text: str) -> None:
        allowed = {NATURE, *self.people} if seat == NATURE else {seat, NATURE} if self.match.seed is None else {seat}
        try:
            parsing.play(self.match, seat, text, allowed)
        except IllegalAction as problem:
            self.screen.warn(parsing.explain(problem, self.match, seat, self.lang))
        else:
            self._changed()

    def _changed(self) -> None:
        self.is_shown = False
        self.has_no_more_to_say.clear()
        self._save()

    # --- the screen

    def _welcome(self) -> None:
        title = self.match.game.title[self.lang]
        if len(self.people) == len(self.match.seats):
            self.screen.say("welcome_all", title=title)
        else:
            self.screen.say(
                "welcome", title=title, seats=language(self.lang).listed(seat_names(self.session, self.lang))
            )

    def _hand_over(self, seat: int) -> None:
        """Where seats have secrets and several people share the keyboard, let none see another's."""
        if seat != self.at_keyboard and len(self.people) > 1 and self._has_secrets(seat):
            self.screen.clear()
            self.prompt.forget()
            self.prompt.ask(say(self.lang, "hand_over", who=self._name(seat)))
            self.screen.clear()
            self.is_shown = False
        self.is_shown = self.is_shown and seat == self.at_keyboard
        self.at_keyboard = seat

    def _has_secrets(self, seat: int) -> bool:
        """Whether others must not see what this seat sees, or what it will write."""
        mine = self.match.view(seat)
        others = (self.match.view(other) for other in range(len(self.match.seats)))
        return len(self.match.pending) > 1 or any(view != mine for view in others)

    def _show_board(self) -> None:
        """The last turns, and the board, as whoever sits at the keyboard sees them."""
        viewer = self._viewer()
        played = (turn for turn in reversed(self.match.turns(viewer)) if turn.seats)
        for turn in reversed([*islice(played, len(self.match.seats))]):
            self.screen.line(told(self.match, turn, self.lang, viewer))
        self.screen.board(self.match.view(viewer))
        self.is_shown, self.talk_shown = True, 0

    def _show_talk(self, seat: int) -> None:
        """What this person has heard in this turn, and has not seen yet."""
        heard = () if seat == NATURE else self.talk.heard(seat)
        news = heard[self.talk_shown :]
        for message in news:
            self.screen.line(self.talk.told(message))
        if {*self.talk.open_offers(seat)}.intersection(news):
            self.screen.say("offer_hint", "dim")
        self.talk_shown = len(heard)

    def _viewer(self) -> int:
        """Who looks: the only person, or whoever sits at the keyboard while the game is on."""
        if len(self.people) == 1:
            return next(iter(self.people))
        return PUBLIC if self.at_keyboard is None or self.match.over else self.at_keyboard

    def _name(self, seat: int) -> str:
        return seat_word(self.match.game, self.match.seats[seat], self.lang)

    def _words(self, seat: int) -> list[str]:
        """What may complete what is typed."""
        return [*parsing.knowledge(self.match, seat).legal(seat), *command_words()]

    # --- commands

    def _obey(self, name: str, rest: str, seat: int) -> None:
        deeds: dict[str, Callable[[], None]] = {
            "help": lambda: self._help(seat),
            "moves": lambda: self._list_moves(seat, rest),
            "undo": self._undo,
            "board": self._show_board,
            "rules": lambda: show_rules(self.match.game, self.screen),
            "save": lambda: self._copy(rest),
        }
        if name == "quit":
            raise Quit
        if name in conversation.COMMANDS:
            self._say(name, rest, seat)
        else:
            deeds[name]()

    def _say(self, name: str, text: str, seat: int) -> None:
        try:
            self.talk.obey(name, text, seat)
        except Refusal as problem:
            self.screen.warn(str(problem))

    def _help(self, seat: int) -> None:
        self.screen.say("commands", examples=parsing.examples(self.match, seat))
        unsaid = {*conversation.COMMANDS}.difference(self.talk.allowed(seat))
        typed = {name: say(self.lang, f"command.{name}.shown") for name in COMMANDS if name not in unsaid}
        width = max(map(len, typed.values())) + 2
        for name, words in typed.items():
            self.screen.line(f"  {words:<{width}}" + say(self.lang, f"command.{name}.does"))

    def _list_moves(self, seat: int, prefix: str) -> None:
        legal = parsing.knowledge(self.match, seat).legal(seat)
        found = [action for action in legal if action.casefold().startswith(prefix.casefold())]
        if found:
            self.screen.columns(found)
        else:
            self.screen.warn(say(self.lang, "no_such_moves", prefix=prefix))

    def _undo(self) -> None:
        """Back to the last thing that a person decided, or threw with real dice."""
        typed = self.people if self.match.seed is not None else self.people | {NATURE}
        actions = self.match.actions
        decision = next((i for i in range(len(actions) - 1, -1, -1) if actions[i][0] in typed), None)
        if decision is None:
            self.screen.warn(say(self.lang, "nothing_to_undo"))
            return
        turn = self.match.current.turn
        self.match.truncate(decision)
        if self.match.current.turn != turn:
            self.talk.forget()
        self._changed()

    # --- the file

    def _save(self) -> None:
        save = self.session.save
        try:
            self.is_saved = True
            if not save.write(str(self.match)):
                self.screen.warn(say(self.lang, "moved", path=shown(save.path)))
        except OSError as problem:
            self.is_saved = False
            self.screen.warn(say(self.lang, "not_saved", problem=problem.strerror or problem))

    def _copy(self, path: str) -> None:
        """`save`: where the game is kept; `save FILE`: a copy there, or the game itself if it could not be kept."""
        if path:
            self._write_copy(path)
            return
        self._save()
        if self.is_saved:
            self.screen.say("saved", path=shown(self.session.save.path))

    def _write_copy(self, name: str) -> None:
        try:
            path = Path(name).expanduser()
            if path.exists():
                self.screen.warn(say(self.lang, "copy_exists", path=shown(path)))
                return
            saves.replace(path, str(self.match))
        except OSError as problem:
            self.screen.warn(str(saves.trouble(name, problem, self.lang, writing=True)))
        except (ValueError, RuntimeError) as problem:  # a name that no file can have
            self.screen.warn(say(self.lang, "file_trouble", path=shown(name), problem=problem))
        else:
            self.screen.say("copied", path=shown(path))
            if not self.is_saved:
                self.session.save, self.is_saved = SaveFile(path, str(self.match)), True

    # --- the end

    def _finish(self) -> int:
        self._show_board()
        self.screen.line(result(self.match, self.lang), "bold")
        if self.is_saved:
            self.screen.say("saved", path=shown(self.session.save.path))
        return 0 if self.is_saved else FAILED

    def _farewell(self) -> int:
        """Say where the game is, and how to go on with it."""
        save, game = self.session.save, self.match.game.name
        self.screen.line("")
        if not self.is_saved:
            return FAILED
        if save.is_ours and all(seat == NATURE for seat, _ in self.match.actions):
            save.remove()
            self.screen.say("left_at_once")
            return 0
        command_line = f"tablier play {game} --resume" + ("" if save.is_ours else f" {shown(save.path)}")
        self.screen.say("left", path=shown(save.path), command=command_line)
        return 0
