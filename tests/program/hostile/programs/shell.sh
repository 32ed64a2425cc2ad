#!/bin/sh
# Leaves background jobs, some of them in sessions of their own, and answers.
read -r request
for i in 1 2 3; do
    sleep 1000 &
    setsid sleep 1000 &
    nohup sh -c 'trap "" TERM HUP INT; while :; do sleep 1000; done' &
done
case $request in
0) echo shell ;;
1) read -r a b c rest; echo "$a $b $c" ;;
2)
    read -r cards played position
    read -r hand
    read -r round
    read -r earlier
    lead=${round%% *}
    has_calf=
    for card in $earlier; do [ "${card%?}" = 3 ] && has_calf=1; done
    for card in $hand; do
        if [ "$played" -gt 0 ]; then [ "${card%?}" = "${lead%?}" ] && break
        else { [ -n "$has_calf" ] || [ "${card%?}" != 3 ]; } && break
        fi
    done
    if [ "$played" -gt 0 ] && [ "${card%?}" != "${lead%?}" ]; then card=${hand%% *}; fi
    if [ "$played" -eq 0 ] && [ -z "$has_calf" ] && [ "${card%?}" = 3 ]; then card=${hand%% *}; fi
    echo "$card" ;;
esac
