//! The web app's packages: each is pinned on every platform, and the build's Node has a range.

use std::process::Command;

use serde_json::Value;

use super::{read, root};

/// Packages whose contents the lock does not pin. npm leaves the hash of other platforms' programs out when it writes
/// the lock beside `node_modules`.
fn without_hash(lock: &Value) -> Vec<String> {
    let packages = lock["packages"].as_object().expect("packages");
    let unpinned = |(path, package): &(&String, &Value)| {
        // The root has no path. A bundled package is in the archive of another.
        !path.is_empty() && package["inBundle"] != true && !package["integrity"].is_string()
    };
    packages.iter().filter(unpinned).map(|(path, _)| format!("{path} has no integrity")).collect()
}

#[test]
fn every_npm_package_has_a_hash_on_every_platform() {
    let lock = serde_json::from_str(&read("web/package-lock.json")).expect("package-lock.json");
    let faults = without_hash(&lock);
    assert!(
        faults.is_empty(),
        "delete web/node_modules and its lock entries, then npm install\n{}",
        faults.join("\n")
    );
    let sample = serde_json::json!({ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } });
    assert_eq!(without_hash(&sample), ["node_modules/a has no integrity"]);
}

#[test]
fn scripts_know_which_node_builds_the_web_app() {
    for (version, supported) in [
        ("20.18.9", false),
        ("20.19.0", true),
        ("21.7.0", false),
        ("22.11.0", false),
        ("22.12.0", true),
        ("24.1.0", true),
    ] {
        let status = Command::new("sh")
            .args(["-c", ". scripts/env.sh; supports_node \"$1\"", "scripts/test", version])
            .current_dir(root())
            .status();
        assert_eq!(status.expect("sh runs").success(), supported, "Node {version}");
    }
}
