//! The program's size, start-up time and memory at rest.

use std::{
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::{Failure, load, report};

const STARTS: usize = 5;

pub async fn measure(program: &str, folder: &Path) -> Result<(), Failure> {
    let size = std::fs::metadata(program)?.len();
    #[expect(clippy::cast_precision_loss, reason = "a file's size")]
    report("the program", size as f64 / 1e6, "MB");
    let mut first = Vec::new();
    let mut again = Vec::new();
    let mut rest_kb = 0.0;
    for start in 0..STARTS {
        let data = folder.join(start.to_string());
        std::fs::create_dir_all(&data)?;
        first.push(start_and_answer(program, &data, None).await?);
        again.push(start_and_answer(program, &data, Some(&mut rest_kb)).await?);
    }
    report("start to first 200, new demo (median of 5)", median(&mut first).as_secs_f64() * 1e3, "ms");
    report("start to first 200, existing demo (median of 5)", median(&mut again).as_secs_f64() * 1e3, "ms");
    report("memory at rest, demo", rest_kb / 1e3, "MB");
    Ok(())
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

async fn start_and_answer(
    program: &str,
    data: &Path,
    rest_kb: Option<&mut f64>,
) -> Result<Duration, Failure> {
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let began = Instant::now();
    let child = Command::new(program)
        .args(["demo", "--listen", &port.to_string(), "--data"])
        .arg(data)
        // The shop refuses variables that it does not know.
        .env_remove("TROWEL_TEST_POSTGRES")
        .env_remove("TROWEL_PG_BIN")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let child = Running(child);
    let request = load::request("GET", "/api/tools?limit=6&sort=newest", "", None);
    let took = loop {
        if load::once(port, &request).await.is_ok() {
            break began.elapsed();
        }
        if began.elapsed() > Duration::from_secs(30) {
            return Err("the program does not respond".into());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    };
    if let Some(rest_kb) = rest_kb {
        tokio::time::sleep(Duration::from_secs(2)).await;
        *rest_kb = resident_kb(child.0.id())?;
    }
    Ok(took)
}

pub fn resident_kb(pid: u32) -> Result<f64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Ends the process, also when the measurement fails.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
