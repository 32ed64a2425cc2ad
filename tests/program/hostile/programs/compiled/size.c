// Makes the compiler write 300 MiB, twice.
char filling[300ul << 20] = {1};

int main(void) {
    return filling[1];
}
