#!/bin/sh
# Shards on the machines of machines.txt, one a line.
n=$(wc -l <machines.txt)
cat -n machines.txt | xargs -P "$n" -L 1 sh -c 'ssh "$2" "sitegraph --shard $1/'"$n"' -O part"' _
i=0; for m in $(cat machines.txt); do i=$((i+1)); rsync -a "$m:part/" "part$i/"; done
sitegraph merge -O all part[0-9]*
