//! server/licenses.txt has the licences of the packages that Cargo.lock and package-lock.json put into the program.

use std::{collections::BTreeSet, process::Command};

use serde_json::Value;

use super::{read, root};

/// Names with versions, as the lists in licenses.txt have them: `tokio 1.48.0`.
type Packages = BTreeSet<String>;

#[test]
fn licences_are_those_of_the_locked_packages() {
    let listed = listed(&read("server/licenses.txt"));
    let npm = npm_packages(&read("web/package-lock.json"));
    let needed: Packages = crates().into_iter().chain(npm.production).collect();
    let missing: Vec<_> = needed.difference(&listed).collect();
    let locked: Packages = locked_crates(&read("Cargo.lock")).into_iter().chain(npm.all).collect();
    let superfluous: Vec<_> = listed.difference(&locked).collect();
    assert!(
        missing.is_empty() && superfluous.is_empty(),
        "run `make regen`: licenses.txt lacks {missing:?} and should not have {superfluous:?}"
    );
}

/// The crates of the program's normal dependencies on this machine, with all features as in a release.
fn crates() -> Packages {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--package=trowel", "--edges=normal", "--prefix=none"])
        .args(["--all-features", "--format={p}"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    let tree = String::from_utf8(output.stdout).expect("text");
    let registry = tree.lines().filter(|line| !line.contains("(/") && !line.is_empty());
    registry.map(|line| words(line, 2).replacen(" v", " ", 1)).collect()
}

fn listed(licenses: &str) -> Packages {
    let rule = format!("{}\n", "-".repeat(80));
    let lists = licenses.split(&rule).skip(1).step_by(2);
    lists.flat_map(str::lines).map(|line| words(line, 2)).collect()
}

fn words(line: &str, count: usize) -> String {
    line.split(' ').take(count).collect::<Vec<_>>().join(" ")
}

fn locked_crates(lock: &str) -> Packages {
    let value = |line: &str, key| Some(line.strip_prefix(key)?.trim_matches('"').to_owned());
    let lines: Vec<_> = lock.lines().collect();
    let pairs = lines.windows(2);
    pairs
        .filter_map(|pair| Some((value(pair[0], "name = ")?, value(pair[1], "version = ")?)))
        .map(|(name, version)| format!("{name} {version}"))
        .collect()
}

struct NpmPackages {
    production: Vec<String>,
    all: Vec<String>,
}

fn npm_packages(lock: &str) -> NpmPackages {
    let lock: Value = serde_json::from_str(lock).expect("JSON");
    let packages = lock["packages"].as_object().expect("packages");
    let name = |path: &str, package: &Value| {
        let name = path.rsplit("node_modules/").next().unwrap_or_default();
        format!("{name} {}", package["version"].as_str().unwrap_or_default())
    };
    let installed = || packages.iter().filter(|(path, _)| !path.is_empty());
    let is_production = |package: &Value| package["dev"].is_null() && package["devOptional"].is_null();
    NpmPackages {
        production: installed()
            .filter(|(_, package)| is_production(package))
            .map(|(path, package)| name(path, package))
            .collect(),
        all: installed().map(|(path, package)| name(path, package)).collect(),
    }
}
