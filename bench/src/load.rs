//! A cheap HTTP client: one connection per caller, prepared requests, responses read by their length.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    runtime::Builder,
    sync::oneshot,
};

use crate::{Failure, cpu::LOAD_THREAD};

/// The result of a load.
pub struct Outcome {
    pub answered: usize,
    pub took: Duration,
    /// Sorted.
    waits: Vec<Duration>,
}

impl Outcome {
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    pub fn per_second(&self) -> f64 {
        self.answered as f64 / self.took.as_secs_f64()
    }

    /// The response time that this percentage of the requests did not exceed.
    pub fn percentile(&self, per_hundred: usize) -> Duration {
        let last = self.waits.len().saturating_sub(1);
        self.waits.get(last * per_hundred / 100).copied().unwrap_or_default()
    }
}

/// How long a load lasts.
#[derive(Clone, Copy)]
enum End {
    /// Callers repeat their requests until then.
    After(Duration),
    /// When each request was sent once.
    WhenSent,
}

/// Each caller repeats its requests one after the other for `lasting`. Every response must be a 200. The callers have
/// threads of their own, so that their CPU time is not counted as the shop's.
pub async fn run(
    address: SocketAddr,
    callers: Vec<Vec<Vec<u8>>>,
    lasting: Duration,
) -> Result<Outcome, Failure> {
    run_until(address, callers, End::After(lasting)).await
}

/// Runs a load like [`run`], but each caller sends each of its requests once.
pub async fn run_once(address: SocketAddr, callers: Vec<Vec<Vec<u8>>>) -> Result<Outcome, Failure> {
    run_until(address, callers, End::WhenSent).await
}

async fn run_until(address: SocketAddr, callers: Vec<Vec<Vec<u8>>>, end: End) -> Result<Outcome, Failure> {
    let (done, outcome) = oneshot::channel();
    std::thread::Builder::new().name(LOAD_THREAD.into()).spawn(move || {
        let runtime = Builder::new_multi_thread().thread_name(LOAD_THREAD).enable_all().build();
        let outcome = runtime.map_err(Failure::from).and_then(|it| it.block_on(call(address, callers, end)));
        drop(done.send(outcome));
    })?;
    outcome.await?
}

async fn call(address: SocketAddr, callers: Vec<Vec<Vec<u8>>>, end: End) -> Result<Outcome, Failure> {
    let over = Arc::new(AtomicBool::new(false));
    let began = Instant::now();
    let callers: Vec<_> = callers
        .into_iter()
        .map(|requests| tokio::spawn(call_until(address, requests, end, Arc::clone(&over))))
        .collect();
    if let End::After(lasting) = end {
        tokio::time::sleep(lasting).await;
        over.store(true, Ordering::Relaxed);
    }
    let mut waits = Vec::new();
    for caller in callers {
        waits.append(&mut caller.await??);
    }
    let took = began.elapsed();
    waits.sort_unstable();
    Ok(Outcome { answered: waits.len(), took, waits })
}

async fn call_until(
    address: SocketAddr,
    requests: Vec<Vec<u8>>,
    end: End,
    over: Arc<AtomicBool>,
) -> Result<Vec<Duration>, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut waits = Vec::new();
    let mut buffer = Vec::with_capacity(64 * 1024);
    let rounds = if matches!(end, End::WhenSent) { 1 } else { usize::MAX };
    for request in std::iter::repeat_n(&requests, rounds).flatten() {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let began = Instant::now();
        stream.write_all(request).await?;
        read_answer(&mut stream, &mut buffer).await?;
        waits.push(began.elapsed());
    }
    Ok(waits)
}

/// Reads one response with a `content-length` into `buffer`. Fails unless its status is 200.
async fn read_answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    buffer.clear();
    let head = loop {
        if let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(buffer).await? == 0 {
            return Err("the connection ended in the middle of an answer".into());
        }
    };
    let text = std::str::from_utf8(&buffer[..head])?;
    if !text.starts_with("HTTP/1.1 200") {
        let shown = String::from_utf8_lossy(buffer);
        return Err(format!("not a success: {shown}").into());
    }
    let length: usize = text
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .ok_or("an answer without a length")?
        .trim()
        .parse()?;
    while buffer.len() < head + length {
        if stream.read_buf(buffer).await? == 0 {
            return Err("the connection ended in the middle of an answer".into());
        }
    }
    Ok(())
}

/// One request. Returns head and body of the response.
pub async fn once(address: SocketAddr, request: &[u8]) -> Result<(String, String), Failure> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request).await?;
    let mut buffer = Vec::new();
    read_answer(&mut stream, &mut buffer).await?;
    let text = String::from_utf8(buffer)?;
    let (head, body) = text.split_once("\r\n\r\n").ok_or("no body")?;
    Ok((head.to_owned(), body.to_owned()))
}

/// The bytes of a request.
pub fn request(method: &str, path: &str, headers: &str, body: Option<&serde_json::Value>) -> Vec<u8> {
    let body = body.map(ToString::to_string).unwrap_or_default();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}{kind}content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}
