//! `make bench`: what one node does on this machine, each figure beside a baseline of the same run.
//!
//! Machines differ, so compare the ratios; the absolute figures show only the magnitude.
#![expect(clippy::print_stdout, reason = "a program that prints figures")]

mod baseline;
mod checkouts;
mod cpu;
mod imports;
mod large_catalogue;
mod listeners;
mod load;
mod many_orders;
mod orders;
mod payments;
mod postgres;
mod program;
mod reads;

use std::{error::Error, time::Duration};

/// The benchmarks use the allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long each load lasts. Long enough for the operating system to write back more than once.
const LOAD: Duration = Duration::from_secs(6);
/// Concurrent buyers or readers.
const AT_ONCE: usize = 32;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new()?;
    let scratch = std::env::temp_dir().join(format!("trowel-bench-{}", std::process::id()));
    std::fs::create_dir_all(&scratch)?;
    let done = runtime.block_on(async {
        // `orders`, `reads`, `growth`, `imports`, `listeners` and `tools 100000` measure only them, for a profiler.
        // Anything else is the path of the program.
        let argument = std::env::args().nth(1);
        if argument.as_deref() == Some("listen") {
            return listeners::listen(&std::env::args().nth(2).ok_or("where?")?);
        }
        if argument.as_deref() == Some("listeners") {
            return listeners::measure(&scratch.join("listeners")).await;
        }
        if argument.as_deref() == Some("orders") {
            return orders::measure(&scratch.join("orders")).await;
        }
        if argument.as_deref() == Some("reads") {
            return reads::measure(&scratch.join("reads")).await;
        }
        if argument.as_deref() == Some("tools") {
            let tools = std::env::args().nth(2).ok_or("how many tools?")?.parse()?;
            return large_catalogue::measure(tools, &scratch.join("tools")).await;
        }
        if argument.as_deref() == Some("imports") {
            return imports::measure(&scratch.join("imports")).await;
        }
        if argument.as_deref() == Some("growth") {
            return many_orders::measure(&scratch.join("many")).await;
        }
        if let Some(program) = argument {
            match std::env::args().nth(2).as_deref() {
                Some("payments") => return payments::measure(&program, &scratch.join("payments")).await,
                Some("postgres") => return postgres::measure(&program, &scratch.join("postgres")).await,
                _ => {}
            }
            program::measure(&program, &scratch.join("program")).await?;
            payments::measure(&program, &scratch.join("payments")).await?;
            postgres::measure(&program, &scratch.join("postgres")).await?;
        }
        orders::measure(&scratch.join("orders")).await?;
        reads::measure(&scratch.join("reads")).await?;
        many_orders::measure(&scratch.join("many")).await?;
        imports::measure(&scratch.join("imports")).await?;
        listeners::measure(&scratch.join("listeners")).await?;
        for tools in large_catalogue::SIZES {
            let arguments = ["tools", &tools.to_string()];
            if !std::process::Command::new(std::env::current_exe()?).args(arguments).status()?.success() {
                return Err("the measurement of a large catalogue failed".into());
            }
        }
        Ok(())
    });
    std::fs::remove_dir_all(&scratch)?;
    done
}

/// One line of the report.
fn report(what: &str, figure: f64, unit: &str) {
    println!("{what:<66} {figure:>10.2} {unit}");
}
