# Sourced by every script here: where builds are kept, how steps are told, and how a missing tool is named.
# shellcheck shell=bash
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"

# Intermediate builds are shared by every clone of one user (a second clone starts warm); finished programs stay in the
# clone's own target/. Cargo tells two clones of one workspace apart by file times alone and would run the other clone's
# code: the wrapper's path, which differs per clone, becomes part of what it compares.
if [ -z "${CARGO_BUILD_BUILD_DIR:-}" ]; then
  export CARGO_BUILD_BUILD_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/trowel/target}
fi
export CARGO_TARGET_DIR=$ROOT/target
export RUSTC_WORKSPACE_WRAPPER=$ROOT/scripts/rustc-of-this-clone

say() { printf '%s\n' "$@" >&2; }
fail() { say "" "$@"; exit 1; }

# at_least 20 20.3.1: is the second version not older than the first?
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

need_rust() {
  command -v cargo >/dev/null || fail "Rust is missing (no cargo in PATH). Get it from https://rustup.rs, then run this again."
  local wanted have
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  have=$(rustc --version | cut -d ' ' -f 2)
  at_least "$wanted" "$have" || fail "Rust $have is too old, $wanted or newer is needed: rustup update stable"
  command -v cc >/dev/null || fail "A C compiler is missing (no cc in PATH); the embedded database is built with it. On Debian: apt-get install -y gcc libc6-dev"
}

need_lint() {
  cargo fmt --version >/dev/null 2>&1 || fail "rustfmt is missing: rustup component add rustfmt"
  cargo clippy --version >/dev/null 2>&1 || fail "clippy is missing: rustup component add clippy"
}

need_node() {
  local wanted have
  wanted=$(sed -n 's/.*"node": ">=\(.*\)".*/\1/p' web/package.json)
  command -v node >/dev/null || fail "Node.js is missing (no node in PATH), $wanted or newer is needed: https://nodejs.org/en/download"
  command -v npm >/dev/null || fail "npm is missing; it comes with Node.js (https://nodejs.org/en/download), on Debian: apt-get install -y npm"
  have=$(node --version)
  at_least "$wanted" "${have#v}" || fail "Node.js ${have#v} is too old, $wanted or newer is needed: https://nodejs.org/en/download"
}
