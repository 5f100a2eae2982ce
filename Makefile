# Names only: what each one does is in scripts/.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: run test check e2e e2e-all build bench faults regen clean help

run:    ## the demo shop on http://127.0.0.1:8080, its data under ./data
	@scripts/run
test:   ## every test; installs Chromium and PostgreSQL when they are missing
	@scripts/test
check:  ## formatting, lints and types of both halves, without running a test
	@scripts/check
e2e:    ## the journeys in a real browser alone
	@scripts/e2e
e2e-all: ## every browser test on both devices, every screen at every width and colour
	@scripts/e2e-all
build:  ## one file, target/release/trowel, with the web app inside
	@scripts/build
bench:  ## the measurements of the README's table
	@scripts/bench
faults: ## the long fault runs
	@scripts/faults
regen:  ## what is generated and committed: openapi.json, its types for the web app, docs/permissions.txt, pictures
	@scripts/regen
clean:  ## forget this clone's builds and packages; the demo's data stays
	@scripts/clean
help:
	@sed -n 's/^\([a-z0-9-]*\): *## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do printf '  make %-8s %s\n' "$$name" "$$what"; done
