#!/usr/bin/env -S -u SECRET sh
# Names a file of the home as if it were its interpreter, which may thus be visible, and reads it.
read -r request
if cat SECRET >/dev/null 2>&1; then
    [ "$request" = 0 ] && echo view || echo done
    exit
fi
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
