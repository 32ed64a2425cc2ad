"""Flip as the course asks, with one typical mistake: the first word names it, `none` for none."""

import sys

MISTAKE = sys.argv[1]
ARGS = sys.argv[2:]


def leave(text, status):
    print(text)
    sys.exit(status)


def whole_number(word):
    if MISTAKE == "word-start":
        digits = ""
        for letter in word:
            if not letter.isdigit():
                break
            digits += letter
        return int(digits) if digits else -1
    return int(word) if word.isdigit() else -1


def scan(line):
    """The two numbers at the start of a line, as "%d %d" reads them."""
    numbers, rest = [], line
    for _ in range(2):
        rest = rest.lstrip()
        sign = rest[:1] if rest[:1] in ("+", "-") else ""
        digits = ""
        for letter in rest[len(sign):]:
            if not letter.isdigit():
                break
            digits += letter
        if not digits:
            return None
        numbers.append(int(sign + digits))
        rest = rest[len(sign) + len(digits):]
    return numbers


class Game:
    def __init__(self, size, types):
        self.size, self.types, self.turn = size, types, "O"
        self.rows = [["."] * size for _ in range(size)]
        first = size // 2 - 1 if MISTAKE == "odd-centre" else (size - 1) // 2
        for row, col, tile in ((0, 0, "O"), (1, 1, "O"), (0, 1, "X"), (1, 0, "X")):
            self.rows[first + row][first + col] = tile

    def enclosed(self, row, col):
        if not (0 <= row < self.size and 0 <= col < self.size) or self.rows[row][col] != ".":
            return []
        tiles = []
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                line, r, c = [], row + down, col + across
                while 0 <= r < self.size and 0 <= c < self.size:
                    if self.rows[r][c] in (".", self.turn):
                        break
                    line.append((r, c))
                    r, c = r + down, c + across
                else:
                    continue
                if line and self.rows[r][c] == self.turn:
                    if MISTAKE == "one-line" and tiles:
                        continue
                    tiles += line
        return tiles

    def moves(self):
        cells = ((row, col) for row in range(self.size) for col in range(self.size))
        return [cell for cell in cells if self.enclosed(*cell)]

    def show(self):
        edge = "+" + "-" * self.size + "+"
        print(edge, *("|" + "".join(row) + "|" for row in self.rows), edge, sep="\n")

    def other(self):
        self.turn = "X" if self.turn == "O" else "O"

    def play(self, row, col):
        for r, c in self.enclosed(row, col) + [(row, col)]:
            self.rows[r][c] = self.turn
        self.show()
        self.other()

    def save(self, name):
        if MISTAKE == "other-file":
            name += "_"
        try:
            with open(name, "w") as file:
                types = [self.types["X"], self.types["O"]]
                if MISTAKE == "types-lost":
                    types = [0, 0]
                print(self.size, *types, self.turn, file=file)
                for row in self.rows:
                    print("".join(row), file=file)
            return True
        except OSError:
            return False

    def ask(self):
        while True:
            print(f"Player ({self.turn})> ", end="")
            line = sys.stdin.readline()
            if not line:
                leave(f"End of input from Player {self.turn}.", 5)
            line = line.rstrip("\n")
            if line == "s":
                print("Please give a filename.")
            elif line.startswith("s"):
                if self.save(line[1:]):
                    leave("Game saved.", 0)
                print(f"Unable to write to {line[1:]}.")
            elif (move := scan(line)) and self.enclosed(*move):
                return move

    def run(self):
        self.show()
        passes = 0
        while passes < 2 and any("." in row for row in self.rows):
            moves = self.moves()
            if not moves:
                print(f"{self.turn} passes.")
                self.other()
                passes += 1
                continue
            passes = 0
            kind = self.types[self.turn]
            if kind == 0:
                self.play(*self.ask())
            else:
                move = moves[0] if kind == 1 else moves[-1]
                print(f"Player {self.turn} moves at {move[0]} {move[1]}.")
                self.play(*move)
        tiles = sum(self.rows, [])
        leave(f"Game Over - O={tiles.count('O')} X={tiles.count('X')}.", 0)


def usage():
    leave("Usage: flip load filename\n    or flip new dim [playerXtype] [playerOtype]", 1)


def load(name):
    try:
        with open(name) as file:
            size, x, o, turn = file.readline().split()
            game = Game(int(size), {"X": int(x), "O": int(o)})
            game.turn = turn
            game.rows = [list(line.strip()) for line in file]
            return game
    except (OSError, ValueError):
        leave("Error loading board.", 4)


if len(ARGS) >= 2 and ARGS[0] == "new":
    dimension = whole_number(ARGS[1])
    if dimension < 4:
        leave("Invalid board dimension.", 2)
    kinds = [whole_number(word) for word in ARGS[2:4]]
    if any(kind not in (0, 1, 2) for kind in kinds):
        leave("Invalid player type.", 3)
    if len(ARGS) > 4:
        usage()
    kinds += [0, 0]
    Game(dimension, {"X": kinds[0], "O": kinds[1]}).run()
elif len(ARGS) == 2 and ARGS[0] == "load":
    load(ARGS[1]).run()
else:
    usage()
