# Sourced by every script here and in faults/: strict mode, the place of builds, and messages about missing tools.
# The scripts are POSIX sh, so that the shells of Linux and macOS run them alike.
# shellcheck shell=sh disable=SC2034 # variables are used by the scripts that source this file
set -eu
ROOT=$(cd "$(dirname "$0")/.." && pwd)
cd "$ROOT"

# Finished programs are always in target/. A CARGO_TARGET_DIR that points elsewhere keeps the intermediate files.
if [ -n "${CARGO_TARGET_DIR:-}" ]; then export CARGO_BUILD_BUILD_DIR="${CARGO_BUILD_BUILD_DIR:-$CARGO_TARGET_DIR}"; fi
export CARGO_TARGET_DIR="$ROOT/target"
# Tools that a script installs for itself, and what the fuzzer has learned.
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/trowel
SHA256=sha256sum
command -v sha256sum >/dev/null || SHA256="shasum -a 256"

say() { printf '%s\n' "$@" >&2; }
fail() { say "" "$@"; exit 1; }

# new_scratch: makes the folder $scratch, which is removed when the script ends.
new_scratch() {
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/trowel.XXXXXX")
  trap 'rm -rf "$scratch"' EXIT
  exit_on_signals
}
# Without these traps, a signal would skip the trap of EXIT in some shells.
exit_on_signals() { trap 'exit 129' HUP; trap 'exit 130' INT; trap 'exit 143' TERM; }

# at_least 20 20.3.1: whether the second version is the first or newer.
at_least() {
  awk -v wanted="$1" -v have="$2" 'BEGIN {
    n = split(wanted, w, "."); split(have, h, ".")
    for (i = 1; i <= n; i++) if (h[i] + 0 != w[i] + 0) exit h[i] + 0 < w[i] + 0
  }'
}

# need_all CHECK...: runs each check, and tells everything that is missing at once.
need_all() {
  missing=
  for check in "$@"; do missing=$missing$( ("$check" 2>&1) || true); done
  [ -z "$missing" ] || { printf '%s\n' "$missing" >&2; exit 1; }
}

need_rust() { need_all need_cargo need_c_compiler; }

need_cargo() {
  command -v cargo >/dev/null || fail "Rust is missing (no cargo in PATH): https://rustup.rs"
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  have=$(rustc --version | cut -d ' ' -f 2)
  at_least "$wanted" "$have" || fail "Rust $have is too old, $wanted or newer is needed: rustup update"
}

need_c_compiler() {
  command -v cc >/dev/null || fail "A C compiler is missing (no cc in PATH). On Debian: apt-get install -y gcc libc6-dev" \
    "On a Mac: xcode-select --install"
}

# supports_node VERSION: whether it is in the range of web/package.json, "^OLD || >=NEW".
supports_node() {
  old=$(sed -n 's/.*"node": "^\(.*\) || >=.*".*/\1/p' web/package.json)
  new=$(sed -n 's/.*"node": "^.* || >=\(.*\)".*/\1/p' web/package.json)
  at_least "$new" "$1" || { [ "${1%%.*}" = "${old%%.*}" ] && at_least "$old" "$1"; }
}

need_node() {
  newer="version 22.12 or newer is needed, or 20.19 or newer of 20: https://nodejs.org/en/download"
  command -v node >/dev/null || fail "Node.js is missing (no node in PATH), $newer"
  command -v npm >/dev/null || fail "npm is missing; it comes with Node.js. On Debian: apt-get install -y npm"
  have=$(node --version)
  supports_node "${have#v}" || fail "Node.js ${have#v} lacks what the build needs: $newer"
}

# need_python_tool NAME VERSION: the PyPI package in an environment of its own, $CACHE/tools/NAME-VERSION.
need_python_tool() {
  tool=$CACHE/tools/$1-$2
  [ ! -f "$tool/installed" ] || return 0
  command -v python3 >/dev/null || fail "python3 is missing; $1 needs it. On Debian: apt-get install -y python3-venv"
  say "Installing $1 (half a minute, once)"
  rm -rf "$tool"
  python3 -m venv "$tool" || fail "Python cannot make a virtual environment. On Debian: apt-get install -y python3-venv"
  "$tool/bin/pip" install --quiet --disable-pip-version-check "$1==$2"
  : >"$tool/installed"
}

# What the runs with several nodes need. Debian starts these services at once; the runs start their own.
need_cluster_tools() {
  for tool in haproxy etcd patroni; do
    command -v "$tool" >/dev/null || fail "$tool is missing. On Debian: apt-get install -y haproxy etcd-server patroni python3-etcd"
  done
}

# Prints the browser of the end-to-end tests: TROWEL_CHROMIUM, or one that is installed.
find_chromium() {
  for name in "${TROWEL_CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome \
    /Applications/Chromium.app/Contents/MacOS/Chromium \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    if [ -n "$name" ] && command -v "$name"; then return 0; fi
  done
  return 1
}

# Prints the folder of PostgreSQL's programs: TROWEL_PG_BIN, or the newest installed package.
find_postgres() {
  # The fifth part of a Debian path is the version.
  debian=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -t / -k 5,5nr || true)
  for folder in "${TROWEL_PG_BIN:-}" $debian "$(dirname "$(command -v initdb || echo /nowhere/initdb)")" \
    /opt/homebrew/opt/postgresql*/bin /usr/local/opt/postgresql*/bin; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ] && [ -x "$folder/pg_isready" ]; then
      printf '%s\n' "$folder"
      return 0
    fi
  done
  return 1
}
