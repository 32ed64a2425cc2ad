// Sends escape sequences to the terminal of whoever compiles it. The tests put them in.
#error "ESCAPES PWNED"
