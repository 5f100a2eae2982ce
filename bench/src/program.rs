//! The program's size, start-up time and memory at rest.

use std::{
    net::SocketAddr,
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
    for number in 0..STARTS {
        let data = folder.join(number.to_string());
        std::fs::create_dir_all(&data)?;
        first.push(start(program, &data, &[]).await?.1);
        let (demo, took) = start(program, &data, &[]).await?;
        again.push(took);
        tokio::time::sleep(Duration::from_secs(2)).await;
        rest_kb = resident_kb(demo.process_id())?;
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

/// Starts the demo. Returns how long its first response took.
pub async fn start(program: &str, data: &Path, settings: &[&str]) -> Result<(Running, Duration), Failure> {
    let address = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let began = Instant::now();
    let child = Command::new(program)
        .args(["demo", "--listen", &address.to_string(), "--data"])
        .arg(data)
        .args(settings)
        // The shop refuses variables that it does not know.
        .env_remove("TROWEL_TEST_POSTGRES")
        .env_remove("TROWEL_PG_BIN")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let demo = Running { child, address };
    let request = load::request("GET", "/api/tools?limit=6&sort=newest", "", None);
    loop {
        if load::once(address, &request).await.is_ok() {
            return Ok((demo, began.elapsed()));
        }
        if began.elapsed() > Duration::from_secs(30) {
            return Err("the program does not respond".into());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

pub fn resident_kb(pid: u32) -> Result<f64, Failure> {
    memory_kb(pid, "VmRSS:")
}

/// A figure of Linux about the memory of a process.
pub fn memory_kb(pid: u32, name: &str) -> Result<f64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)).ok_or("no such figure")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Ends the process, also when the measurement fails.
pub struct Running {
    pub child: Child,
    pub address: SocketAddr,
}

impl Running {
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
