//! Memory of pages that follow the stock, and what they cost the orders of others.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use trowel::shop::Shop;

use crate::{
    Failure, LOAD,
    cpu::{CpuTime, micros_each},
    load, orders, program, report,
};

const LISTENERS: usize = 10_000;
/// The interval equals the one at which the program refreshes its catalogue.
const REFRESH_INTERVAL: Duration = Duration::from_millis(500);

pub async fn measure(folder: &Path) -> Result<(), Failure> {
    let (shop, address) = orders::open(folder).await?;
    orders::put_on_sale(&shop, orders::TOOL, 1_000_000).await?;
    let refreshing = tokio::spawn(refresh(Arc::clone(&shop)));
    let callers = orders::sign_up_buyers(&shop).await?;
    let before_kb = program::resident_kb(std::process::id())?;
    let listeners = Listeners::start(address)?;
    let grown_kb = program::resident_kb(std::process::id())? - before_kb;
    #[expect(clippy::cast_precision_loss, reason = "a small count")]
    report(&format!("memory of each of {LISTENERS} listeners"), grown_kb / LISTENERS as f64, "kB");
    let (together, cpu_together) = place_orders(address, callers.clone()).await?;
    drop(listeners);
    let (alone, cpu_alone) = place_orders(address, callers).await?;
    report("  orders beside them", together.per_second(), "orders/s");
    report("  CPU of the shop for each order", cpu_together, "µs");
    report("  orders without them", alone.per_second(), "orders/s");
    report("  CPU of the shop for each order", cpu_alone, "µs");
    report("  orders beside them / without", together.per_second() / alone.per_second() * 100.0, "%");
    refreshing.abort();
    shop.db.clone().close().await;
    Ok(())
}

async fn refresh(shop: Arc<Shop>) {
    loop {
        let _ = shop.catalogue.refresh().await;
        tokio::time::sleep(REFRESH_INTERVAL).await;
    }
}

async fn place_orders(
    address: SocketAddr,
    callers: Vec<Vec<Vec<u8>>>,
) -> Result<(load::Outcome, f64), Failure> {
    let before = CpuTime::now()?;
    let outcome = load::run(address, callers, LOAD).await?;
    let cpu = CpuTime::now()?.shop.saturating_sub(before.shop);
    let each = micros_each(cpu, outcome.answered);
    Ok((outcome, each))
}

/// A process with the other ends of the connections, because each end is an open file. It reads no event, so that its
/// CPU time takes nothing from the shop.
struct Listeners(Child);

impl Listeners {
    fn start(address: SocketAddr) -> Result<Self, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["listen", &address.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let ready = child.stdout.take().ok_or("no output")?;
        let this = Self(child);
        let mut line = String::new();
        if BufReader::new(ready).read_line(&mut line)? == 0 {
            return Err("the listeners were not all accepted".into());
        }
        Ok(this)
    }
}

impl Drop for Listeners {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// What the process of the listeners does until its input ends.
pub fn listen(address: &str) -> Result<(), Failure> {
    let mut streams = Vec::with_capacity(LISTENERS);
    for n in 0..LISTENERS {
        let client = format!("x-forwarded-for: 198.18.{}.{}\r\n", n / 256, n % 256);
        let request = load::request("GET", "/api/stock-events", &client, None);
        let mut stream = TcpStream::connect(address)?;
        stream.write_all(&request)?;
        let mut head = [0; 1_024];
        let length = stream.read(&mut head)?;
        if !head[..length].starts_with(b"HTTP/1.1 200") {
            return Err("a listener was refused".into());
        }
        streams.push(stream);
    }
    println!("ready");
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
