// Makes the compiler read without end.
#include "/dev/zero"
