"""Eater as the course asks, with one typical mistake: the first word names it, `none` for none.
`menu-again` is none: it asks for the players after the size, prints other boards, and offers another
game."""

import os
import random
import signal
import sys

MISTAKE = sys.argv[1]
OPTIONS = dict(zip(sys.argv[2::2], sys.argv[3::2]))
if MISTAKE == "no-computers":
    OPTIONS = {}
KINDS = {"P": OPTIONS.get("--passer", "human"), "E": OPTIONS.get("--eater", "human")}


def ask(question):
    try:
        return [int(word) for word in input(question).split()]
    except ValueError:
        return []
    except EOFError:
        sys.exit(1)


class Board:
    def __init__(self, size):
        self.size = size
        self.cells = {(row, col): " " for row in range(size) for col in range(size)}

    def show(self):
        if MISTAKE == "menu-again":
            print("\n" + "".join(f"   {col + 1:<2}" for col in range(self.size)))
            for row in range(self.size):
                cells = "".join(f"  {self.cells[row, col]} |" for col in range(self.size))
                print(f"{row + 1}{cells}\n" + "  ___|_" + "___|_" * (self.size - 1))
            return
        print("\n   " + "".join(f"{col + 1:3}" for col in range(self.size)))
        for row in range(self.size):
            print(f"{row + 1:3}" + "".join(f"  {self.cells[row, col]}" for col in range(self.size)))

    def free(self):
        return [cell for cell, marker in self.cells.items() if marker == " "]

    def has_path(self):
        last = self.size - 1
        if MISTAKE == "straight-only":
            return any(
                all(self.cells[row, col] == "P" for row in range(self.size))
                for col in range(self.size)
            )
        steps = [(0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
        if MISTAKE == "path-up":
            steps += [(-1, -1), (-1, 0), (-1, 1)]
        todo = [(0, col) for col in range(self.size) if self.cells[0, col] == "P"]
        seen = set(todo)
        while todo:
            row, col = todo.pop()
            if row == last:
                return True
            for down, across in steps:
                cell = (row + down, col + across)
                if self.cells.get(cell) == "P" and cell not in seen:
                    seen.add(cell)
                    todo.append(cell)
        return False


def choose(board, player):
    kind = KINDS[player]
    if kind == "random":
        return random.choice(board.free())
    if kind == "line":
        # The line with the most own markers and none of the other's.
        other = "E" if player == "P" else "P"
        lines = []
        for number in range(board.size):
            line = [(i, number) if player == "P" else (number, i) for i in range(board.size)]
            markers = [board.cells[cell] for cell in line]
            if other not in markers and " " in markers:
                lines.append((markers.count(player), -number, line))
        cells = max(lines)[2] if lines else board.free()
        return next(cell for cell in cells if board.cells[cell] == " ")
    while True:
        numbers = ask("Passer: " if player == "P" else "Eater: ")
        cell = (numbers[0] - 1, numbers[1] - 1) if len(numbers) == 2 else None
        if MISTAKE == "crash-outside" and cell and cell not in board.cells:
            crash()
        if MISTAKE == "zero-accepted" and cell and -1 in cell:
            return cell
        if MISTAKE == "row-column" and cell:
            cell = cell[::-1]
        if board.cells.get(cell) == " " or (MISTAKE == "taken" and cell in board.cells):
            return cell
        print("Not possible, try again.")


def crash():
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGSEGV)


def play():
    size = 0
    while size < 3:
        size = (ask("Size? ") + [0])[0]
    while MISTAKE == "hang":
        signal.pause()
    if MISTAKE == "menu-again":
        print("1. Two people\n2. A random Passer\n3. Two random players")
        mode = (ask("") + [0])[0]
        KINDS.update({"P": "human" if mode == 1 else "random", "E": "random" if mode == 3 else "human"})
        # By chance, the first round of a game that is begun by mistake could be the right one.
        random.seed(mode)
    board = Board(size)
    board.show()
    while board.free() or MISTAKE == "never-full":
        passer = choose(board, "P")
        if MISTAKE == "early-update":
            board.cells[passer] = "P"
            board.show()
        eater = choose(board, "E")
        if passer in board.cells:
            board.cells[passer] = "P"
        if MISTAKE != "same-cell" or eater != passer:
            board.cells[eater] = "E"
        board.show()
        if MISTAKE.startswith("early-end") and len(board.free()) < size * (size - 1):
            print("Player P wins!")
            if MISTAKE == "early-end-again":
                Board(size).show()
            return
        if board.has_path() and MISTAKE != "no-end":
            print("The Passer wins.")
            return
    print("A draw!" if MISTAKE == "draw" else "The Eater wins.")


play()
if MISTAKE == "crash-at-end":
    crash()
again = "y"
while MISTAKE == "menu-again" and again != "n":
    print("Play again (y/n)? ")
    # At the end of the input it asks for ever.
    again = sys.stdin.readline().strip()
    if again == "y":
        play()
