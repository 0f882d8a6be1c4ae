#!/usr/bin/env bash
# backup.sh FOLDER LAST DAYS: dumps the database at MONGODB_URI into FOLDER, then keeps the LAST newest dumps and the newest one of
# each of the DAYS newest days. Kubernetes runs it each hour (backup.yaml), docker compose too.
set -euo pipefail
umask 077
cd "$1"

# A run by hand and one of the schedule would remove what the other is writing.
exec 9> .lock
flock --nonblock 9 || { echo 'another backup is under way' >&2; exit 1; }

# On a disk that is MongoDB's too, a dump that does not fit would stop the shop: nothing is begun where twice the last one has no room.
newest=$(find . -maxdepth 1 -name 'leadping-*.archive.gz' | sort | tail -n 1)
if [[ -n $newest ]]; then
  wanted=$((2 * $(stat --format=%s "$newest")))
  free=$(df --output=avail --block-size=1 . | tail -n 1)
  if ((free < wanted)); then
    echo "no space for another backup: $free bytes free, $wanted wanted" >&2
    exit 1
  fi
fi

# The address has the password: a file is read by its owner alone, arguments are seen in the list of processes.
config=$(mktemp)
trap 'rm -f "$config" ./*.partial' EXIT
printf "uri: '%s'\n" "$MONGODB_URI" > "$config"

name=leadping-$(date -u +%Y%m%dT%H%M%SZ).archive.gz
rm -f ./*.partial
mongodump --config="$config" --oplog --gzip --archive="$name.partial"
sync "$name.partial"
mv "$name.partial" "$name"

declare -A days=()
count=0
while read -r dump; do
  count=$((count + 1))
  day=${dump:9:8}
  is_newest_of_day=${days[$day]-yes}
  days[$day]=no
  if ((count > $2)) && { [[ $is_newest_of_day == no ]] || ((${#days[@]} > $3)); }; then rm "$dump"; fi
done < <(printf '%s\n' leadping-*.archive.gz | sort -r)

# For the textfile collector of the node exporter, which runs as somebody else.
{
  echo '# HELP leadping_backup_timestamp_seconds When the last backup was complete'
  echo '# TYPE leadping_backup_timestamp_seconds gauge'
  echo "leadping_backup_timestamp_seconds $(date +%s)"
} > backup.prom.partial
chmod 644 backup.prom.partial
mv backup.prom.partial backup.prom
