#!/bin/sh
# Writes the secrets that compose.yaml mounts into the folder `secrets`, except those that exist. To replace a secret, delete its
# file and run this again.
#   TON_EDGE_MAINNET_API_KEY=... sh secrets.sh      or without the variable: it reads the upstream API key from the terminal
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
chmod 700 secrets

# Containers run as different users, and a file has the same mode in them as here, so every user can read these files. On this
# machine, the mode of the folder protects them.
write() {
    cat > "secrets/$1.new"
    chmod 444 "secrets/$1.new"
    mv "secrets/$1.new" "secrets/$1"
    echo "wrote secrets/$1"
}
random() {
    head -c 32 /dev/urandom | base64 | tr -d '+/=\n'
}

if [ ! -s secrets/mainnet-api-key ]; then
    key=${TON_EDGE_MAINNET_API_KEY:-}
    if [ -z "$key" ] && [ -t 0 ]; then
        printf 'API key of TON Center for mainnet: ' >&2
        read -r key
    fi
    if [ -z "$key" ]; then
        echo 'secrets.sh: set TON_EDGE_MAINNET_API_KEY to your API key of TON Center' >&2
        exit 1
    fi
    printf %s "$key" | write mainnet-api-key
fi
[ -s secrets/admin-token ] || random | write admin-token
[ -s secrets/grafana-password ] || random | write grafana-password
if [ ! -s secrets/valkey-url ] || [ ! -s secrets/valkey.conf ]; then
    password=$(random)
    printf 'requirepass %s\n' "$password" | write valkey.conf
    printf 'redis://:%s@valkey:6379' "$password" | write valkey-url
fi
