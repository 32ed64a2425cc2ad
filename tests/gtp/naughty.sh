# An engine that speaks the Go Text Protocol and does some mischief.
#
#     sh naughty.sh MISCHIEF NOTES [MOVE...]
#
# What it is told it writes into the file NOTES, whatever its mischief is. Asked for a move it answers with the next one.
mischief=$1
notes=$2
shift 2

say() { printf '%s\n\n' "$1"; }

# So that processes can be told from all others: its children do nothing.
linger() { sh -c 'trap "" TERM; while :; do sleep 1000; done' "$notes" & }

move() {
    case $mischief in
    hang) sleep 1000 ;;
    family) linger; linger; setsid sh -c 'trap "" TERM HUP; while :; do sleep 1000; done' "$notes" & sleep 1000 ;;
    crash) kill -ABRT $$ ;;
    status) exit 3 ;;
    leave) exit 0 ;;
    flood) yes 'and so on' ;;
    half) printf '= D3\n'; sleep 1000 ;;
    closed) exec >&-; sleep 1000 ;;
    refuse) say '? I do not feel like it' ;;
    babble) printf 'Let me see.\n\nWell then.\n= %s \r\n\r\nAnd now?\n' "$1" ;;
    *) say "= $1" ;;
    esac
}

[ "$mischief" = mute ] && sleep 1000
[ "$mischief" = gone ] && exit 7
while read -r command rest; do
    printf '%s\n' "$command${rest:+ $rest}" >> "$notes"
    case $command in
    list_commands)
        case $mischief in
        plain) say '? unknown command' ;;
        go) say "$(printf '= set_game\ngenmove')" ;;
        *) say "$(printf '= list_commands\ngenmove\ntime_settings\ntime_left')" ;;
        esac ;;
    genmove) move "$1"; [ $# -gt 1 ] && shift ;;
    set_game) say '? unsupported game' ;;
    boardsize) if [ "$mischief" = small ]; then say '? unacceptable size'; else say =; fi ;;
    clear_board) if [ "$mischief" = once ]; then say '? not again'; else say =; fi ;;
    play)
        case $mischief,$rest in
        strict,*|passes,*pass) say '? illegal move' ;;
        *) say = ;;
        esac ;;
    quit) [ "$mischief" = clinging ] && sleep 1000; say =; exit ;;
    *) say = ;;
    esac
done
[ "$mischief" = clinging ] && sleep 1000
