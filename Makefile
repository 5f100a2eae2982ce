# Names only: scripts/ and faults/ have the commands.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: run test doctor check e2e e2e-all build release bench faults regen clean help

run:    ## the demo shop on http://127.0.0.1:8080, its data under ./data
	@scripts/run
test:   ## every test; installs Chromium, PostgreSQL and Python when they are missing
	@scripts/test
doctor: ## what this machine has of what the commands need
	@scripts/doctor
check:  ## formatting, lints, types and dependencies, without running a test
	@scripts/check
e2e:    ## the end-to-end tests in a browser alone
	@scripts/e2e
e2e-all: ## every browser test on both devices, every screen at every width and colour
	@scripts/e2e-all
build:  ## one file, target/release/trowel, with the web app inside
	@scripts/build
release: ## the files of a release: program, .deb, licences, list of packages, checksums
	@scripts/release
bench:  ## measurements, each beside a baseline of the same run
	@scripts/bench
faults: ## the long fault runs
	@faults/run
regen:  ## the generated files that are committed: openapi.json, permissions, licences, pictures
	@scripts/regen
clean:  ## delete builds and packages; the demo's data stays
	@rm -rf target web/dist web/node_modules web/e2e/.output web/test-results
help:
	@awk -F ': *## ' '/^[a-z0-9-]+: *## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile
