// Copies a secret into the program. The tests replace SECRET by the path of a file.
#include <stdio.h>

__asm__(".section .rodata\nsecret: .incbin \"SECRET\"\n.byte 0\n.text");
extern const char secret[];

int main(void) {
    printf("%s\n", *secret ? "done" : "7");
    return 0;
}
