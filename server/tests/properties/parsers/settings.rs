//! The settings that some parsers need.

use std::sync::LazyLock;

use clap::Parser;
use trowel::base::config::{Config, ConfigArgs, RunMode};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    settings: ConfigArgs,
}

pub fn checked(flags: &[&str]) -> Config {
    let line = Line::parse_from(std::iter::once("trowel").chain(flags.iter().copied()));
    line.settings.check(RunMode::Serve).unwrap_or_else(|faults| panic!("{faults:?}"))
}

pub fn config() -> &'static Config {
    static CONFIG: LazyLock<Config> = LazyLock::new(|| {
        checked(&[
            "--public-url=https://my-tools.ca",
            "--image-hosts=pictures.example.org",
            "--trusted-proxies=10.0.0.1",
        ])
    });
    &CONFIG
}
