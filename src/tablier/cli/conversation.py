"""Talk in the terminal: what people and bots say to each other, how it is typed, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence

from tablier.bots.driver import Said, heard_by
from tablier.bots.promises import Promises, answer_to
from tablier.cli.parsing import EXAMPLES, skeleton
from tablier.cli.refusal import Refusal
from tablier.cli.session import known_seat
from tablier.cli.story import seat_word
from tablier.cli.texts import say
from tablier.engine.errors import BadMessage, TalkForbidden
from tablier.engine.game import Game
from tablier.engine.kernels import NATURE
from tablier.engine.talk import GESTURES, POINT, SILENCE, Message
from tablier.engine.words import shorten
from tablier.language import language
from tablier.record.match import Match

COMMANDS = ("say", "whisper", "sign", "offer", "accept", "refuse")
"""What people type to talk."""


class Conversation:
    """All that is said in a match."""

    def __init__(self, match: Match, lang: str) -> None:
        self._match = match
        self._lang = lang
        self._said: list[Said] = []

    def heard(self, seat: int) -> tuple[Message, ...]:
        """What a seat has heard, or said itself, in this turn."""
        return heard_by(seat, self._match.current.turn, self._said)

    def open_offers(self, seat: int) -> list[Message]:
        """What a seat has been offered and has not answered."""
        return Promises(said=[*self.heard(seat)]).open_offers(seat)

    def add(self, message: Message) -> None:
        """Somebody says something. Raises what forbids it."""
        self._match.check(message)
        self._said.append(Said(self._match.current.turn, message))

    def forget(self) -> None:
        """What was said in this turn or later counts no more: the game has gone back to its beginning."""
        self._said = [said for said in self._said if said.turn < self._match.current.turn]

    # --- typed

    def allowed(self, seat: int) -> list[str]:
        """How a person may talk now."""
        talk = SILENCE if seat == NATURE else self._match.talk(seat)
        may = {"say": talk.aloud, "whisper": bool(talk.secret), "sign": talk.gestures}
        return [command for command in COMMANDS if may.get(command, talk.offers)]

    def obey(self, command: str, text: str, seat: int) -> None:
        """Let a person say what they have typed; raises Refusal."""
        if command not in self.allowed(seat):
            raise Refusal(say(self._lang, "talk_not_now"))
        try:
            self.add(self._message(command, text, seat))
        except TalkForbidden:
            raise Refusal(say(self._lang, "talk_not_now")) from None
        except BadMessage:
            raise Refusal(say(self._lang, "talk_not_so")) from None

    def _message(self, command: str, text: str, seat: int) -> Message:
        match command:
            case "say":
                return Message(seat, (), "text", text)
            case "whisper":
                name, _, rest = text.partition(" ")
                return Message(seat, (known_seat(self._match, name, self._lang),), "text", rest.strip())
            case "sign":
                return self._sign(text, seat)
            case "offer":
                return self._offer(text, seat)
        offer = self._offer_meant(text, seat)
        return Message(seat, answer_to(offer), "accept" if command == "accept" else "refuse", offer.body)

    def _sign(self, text: str, seat: int) -> Message:
        """`sign yes`, `sign 3 fingers`: what it is called; `sign (1,0)`: what one points at."""
        signs = {sign: self._short(sign) for sign in (*GESTURES, *self._match.view(seat).signs(seat))}
        for sign, short in signs.items():
            if skeleton(text) in (skeleton(short), skeleton(sign)):
                return Message(seat, (), "gesture", sign)
        raise Refusal(say(self._lang, "no_such_sign", text=shorten(text), examples=", ".join(signs.values())))

    def _short(self, sign: str) -> str:
        """How a sign is typed: what it is called; or, if it points, where."""
        if sign.startswith(POINT):
            return sign.rpartition(" ")[2]
        return self._match.game.sign_words(sign, self._lang, "sign").lower()

    def _offer(self, text: str, seat: int) -> Message:
        """`offer 10 S`: to everybody; `offer South 10 S`: to one of them."""
        offers = self._match.view(seat).offers(seat)
        name, _, rest = text.partition(" ")
        for to, body in (((), text), ((name,), rest)):
            if alike := [offer for offer in offers if skeleton(offer) == skeleton(body)]:
                return Message(seat, tuple(known_seat(self._match, one, self._lang) for one in to), "offer", alike[0])
        raise Refusal(say(self._lang, "no_such_offer", text=shorten(text), examples=", ".join(offers[:EXAMPLES])))

    def _offer_meant(self, name: str, seat: int) -> Message:
        """The offer that is answered: the only one, or that of the seat that is named."""
        offers = self.open_offers(seat)
        if name:
            by = known_seat(self._match, name, self._lang)
            offers = [offer for offer in offers if offer.by == by][-1:]
        if len(offers) != 1:
            raise Refusal(say(self._lang, "which_offer" if offers else "no_offer"))
        return offers[0]

    # --- told

    def told(self, message: Message) -> str:
        """A message as people read it."""
        return told_message(self._match.game, self._match.seats, message, self._lang)


def told_message(game: Game, seats: Sequence[str], message: Message, lang: str) -> str:
    """The same at any table with these seats."""
    key = f"said.{message.kind}" + ("_secret" if message.to else "")
    to = language(lang).listed([seat_word(game, seats[seat], lang) for seat in message.to])
    is_worded = message.kind in ("gesture", "phrase")
    body = game.message_words(message.kind, message.body, lang) if is_worded else message.body
    return say(lang, key, who=seat_word(game, seats[message.by], lang), to=to, body=body)
