"""Concentration as the course asks, with one typical mistake: the first word names it, `none` for
none."""

import random
import sys

MISTAKE = sys.argv[1]
SPOTS = [(row, column) for row in range(4) for column in range(1, 14)]
WORDS = iter(())


def number():
    """The next number, as scanf reads it: it may be anywhere in the next lines."""
    global WORDS
    for word in WORDS:
        return int(word)
    line = sys.stdin.readline()
    if not line:
        sys.exit(1)
    WORDS = iter(line.split())
    return number()


class Game:
    def __init__(self, names):
        self.names, self.won, self.turns = names, {name: 0 for name in names}, 0
        ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
        deck = [suit + rank.rjust(2) for suit in "CDSH" for rank in ranks]
        random.seed(1 if MISTAKE == "not-shuffled" else None)
        random.shuffle(deck)
        self.cards, self.up = dict(zip(SPOTS, deck)), set()

    def show(self):
        for row in range(4):
            row = [spot for spot in SPOTS if spot[0] == row]
            print("".join((self.cards[s] if s in self.up else "XXX") + "\t" for s in row))

    def ask(self, ordinal, first):
        while True:
            print(f"Please input {ordinal} card: ", end="", flush=True)
            row, column = number(), number()
            if MISTAKE == "column-from-0":
                column += 1
            if not (0 <= row <= 3 and 1 <= column <= 13):
                print("Row and column must be within 0 - 3 and 1 - 13")
            elif (row, column) in self.up and MISTAKE != "up-accepted":
                print("The card must not be flipped already")
            elif (row, column) == first:
                print("The second card cannot be the same as first")
            else:
                return (row, column)

    def turn(self, name):
        chosen = []
        for ordinal in ("1st", "2nd"):
            first = chosen[0] if chosen else None
            if name == "You":
                spot = self.ask(ordinal, first)
            else:
                spot = random.choice([s for s in SPOTS if s not in self.up and s != first])
            chosen.append(spot)
            row, column = spot
            print(f"{name} chose {ordinal} card ({row},{column:2}) and it is {self.cards[spot]}")
        self.turns += 1
        matched = self.cards[chosen[0]][1:] == self.cards[chosen[1]][1:]
        if matched:
            print(f"{name} got a matched pair!")
            self.up.update(chosen)
            self.won[name] += 1 if MISTAKE == "pairs-counted" else 2
        if self.names[0] == "You" or self.is_over():
            self.show()
        return matched

    def is_over(self):
        return len(self.up) == 52

    def count(self):
        (first, a), (second, b) = self.won.items()
        print(f"Flipped cards: {a + b}; {first}: {a}; {second}: {b};")

    def play(self):
        self.show()
        while not self.is_over():
            for name in self.names:
                while not self.is_over() and self.turn(name) and MISTAKE == "extra-turn":
                    pass
            self.count()
        (first, a), (second, b) = self.won.items()
        mark = "" if first == "You" else "!"
        print(f"*** End of Game ***\n{self.turns} turns played{mark}")
        winner = first if a > b else second
        if a == b:
            print("A tie!")
        else:
            print("You win!" if winner == "You" else f"{winner} wins!")


print("*" * 29 + "\n* Welcome to Concentration! *\n" + "*" * 29 + "\n")
while True:
    print("Please choose a mode of the game:\n1. Human vs. Computer\n2. Computer vs. Computer")
    print("0. Quit\nYour choice: ", end="", flush=True)
    mode = number()
    if mode == 0:
        break
    if mode in (1, 2):
        Game(["You", "Computer"] if mode == 1 else ["Computer 1", "Computer 2"]).play()
