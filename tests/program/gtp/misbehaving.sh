# An engine that speaks the Go Text Protocol and misbehaves.
#
#     sh misbehaving.sh BEHAVIOUR LOG [MOVE...]
#
# It appends the commands that it receives to the file LOG, and answers `genmove` with the next
# MOVE. The last one is repeated.
behaviour=$1
log=$2
shift 2

say() { printf '%s\n\n' "$1"; }

# Starts a child that does nothing. Its argument distinguishes it from processes of other tests.
linger() { sh -c 'trap "" TERM; while :; do sleep 1000; done' "$log" & }

move() {
    case $behaviour in
    hang) sleep 1000 ;;
    family) linger; linger; setsid sh -c 'trap "" TERM HUP; while :; do sleep 1000; done' "$log" & sleep 1000 ;;
    crash) kill -ABRT $$ ;;
    status) exit 3 ;;
    leave) exit 0 ;;
    flood) yes 'and so on' ;;
    half) printf '= D3\n'; sleep 1000 ;;
    closed) exec >&-; sleep 1000 ;;
    number) say "=17 $1" ;;
    refuse) say '? I do not feel like it' ;;
    babble) printf 'Let me see.\n\nWell then.\n= %s \r\n\r\nAnd now?\n' "$1" ;;
    *) say "= $1" ;;
    esac
}

[ "$behaviour" = mute ] && sleep 1000
[ "$behaviour" = gone ] && exit 7
while read -r command rest; do
    printf '%s\n' "$command${rest:+ $rest}" >> "$log"
    case $command in
    list_commands)
        case $behaviour in
        plain) say '? unknown command' ;;
        go) say "$(printf '= set_game\ngenmove')" ;;
        *) say "$(printf '= list_commands\ngenmove\ntime_settings\ntime_left')" ;;
        esac ;;
    genmove) move "$1"; [ $# -gt 1 ] && shift ;;
    set_game) say '? unsupported game' ;;
    boardsize) if [ "$behaviour" = small ]; then say '? unacceptable size'; else say =; fi ;;
    clear_board) if [ "$behaviour" = once ]; then say '? not again'; else say =; fi ;;
    play)
        case $behaviour,$rest in
        strict,*|passes,*pass) say '? illegal move' ;;
        *) say = ;;
        esac ;;
    quit) [ "$behaviour" = clinging ] && sleep 1000; say =; exit ;;
    *) say = ;;
    esac
done
[ "$behaviour" = clinging ] && sleep 1000
