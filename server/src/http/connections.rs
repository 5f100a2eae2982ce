//! The open connections: how many, which of them are silent, and which client reads nothing.
//!
//! A connection takes memory and a file descriptor before it has said anything. When all places are taken, the
//! connection that has been silent for longest is closed, so that silent ones never keep out a customer.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, Ipv6Addr},
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use hyper::body::{Body, Frame, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::Notify,
    time::Sleep,
};

/// Limits of open connections.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    pub total: usize,
    /// The limit of one address, which may be a household or an office. Trusted proxies have no such limit.
    pub per_address: usize,
    /// A client must take some bytes of a response within this time.
    pub write_timeout: Duration,
}

/// All open connections.
pub struct Connections {
    limits: ConnectionLimits,
    started: Instant,
    open: Mutex<OpenConnections>,
    next_number: AtomicU64,
    ended: Notify,
}

#[derive(Default)]
struct OpenConnections {
    by_number: HashMap<u64, Arc<ClientConnection>>,
    /// How many each address has.
    by_address: HashMap<IpAddr, usize>,
}

/// One open connection.
pub struct ClientConnection {
    address: IpAddr,
    is_proxy: bool,
    /// Microseconds since the start, of the last byte in either direction.
    active_at: AtomicU64,
    is_responding: AtomicBool,
    close: Notify,
}

/// Ends the place of a connection when dropped.
pub struct OpenConnection {
    number: u64,
    pub connection: Arc<ClientConnection>,
    connections: Arc<Connections>,
}

/// Why there is no place for a connection.
#[derive(Debug, PartialEq, Eq)]
pub enum NoPlace {
    /// Its address has enough connections, and all of them are waiting for responses.
    Address,
    /// All connections are waiting for responses.
    Total,
}

impl Connections {
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            started: Instant::now(),
            open: Mutex::default(),
            next_number: AtomicU64::new(0),
            ended: Notify::new(),
        })
    }

    /// Takes a place, and closes the longest silent connection if all are taken.
    pub fn open(self: &Arc<Self>, address: IpAddr, is_proxy: bool) -> Result<OpenConnection, NoPlace> {
        let address = network(address);
        let mut open = self.lock();
        let of_address = open.by_address.get(&address).copied().unwrap_or_default();
        if !is_proxy && of_address >= self.limits.per_address {
            open.close_longest_silent(|each| each.address == address).ok_or(NoPlace::Address)?;
        }
        if open.by_number.len() >= self.limits.total {
            open.close_longest_silent(|each| !each.is_proxy)
                .or_else(|| open.close_longest_silent(|_| true))
                .ok_or(NoPlace::Total)?;
        }
        let connection = Arc::new(ClientConnection {
            address,
            is_proxy,
            active_at: AtomicU64::new(self.now()),
            is_responding: AtomicBool::new(false),
            close: Notify::new(),
        });
        let number = self.next_number.fetch_add(1, Ordering::Relaxed);
        open.by_number.insert(number, Arc::clone(&connection));
        *open.by_address.entry(address).or_default() += 1;
        Ok(OpenConnection { number, connection, connections: Arc::clone(self) })
    }

    /// Waits until a connection ends.
    pub async fn ended(&self) {
        self.ended.notified().await;
    }

    pub async fn all_ended(&self) {
        loop {
            let ended = self.ended.notified();
            if self.lock().by_number.is_empty() {
                return;
            }
            ended.await;
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnections {
    fn remove(&mut self, number: u64) -> Option<Arc<ClientConnection>> {
        let connection = self.by_number.remove(&number)?;
        if let Some(count) = self.by_address.get_mut(&connection.address) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&connection.address);
            }
        }
        Some(connection)
    }

    /// Frees the place at once. The connection's task closes it.
    fn close_longest_silent(&mut self, is_candidate: impl Fn(&ClientConnection) -> bool) -> Option<()> {
        let silent = self.by_number.iter().filter(|(_, each)| !each.is_responding() && is_candidate(each));
        let (number, _) = silent.min_by_key(|(_, each)| each.active_at.load(Ordering::Relaxed))?;
        let number = *number;
        self.remove(number)?.close.notify_one();
        Some(())
    }
}

/// One customer has a whole /64 of IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// A request's body. When it has ended, its connection waits for a response.
pub struct ReceivedBody<B> {
    body: B,
    connection: Arc<ClientConnection>,
}

impl<B: Body> ReceivedBody<B> {
    pub fn new(body: B, connection: &Arc<ClientConnection>) -> Self {
        connection.set_responding(body.is_end_stream());
        Self { body, connection: Arc::clone(connection) }
    }
}

impl<B: Body + Unpin> Body for ReceivedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.connection.set_responding(true);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl ClientConnection {
    /// While a response is made, the connection is not closed for being silent.
    pub fn set_responding(&self, is_responding: bool) {
        self.is_responding.store(is_responding, Ordering::Relaxed);
    }

    fn is_responding(&self) -> bool {
        self.is_responding.load(Ordering::Relaxed)
    }

    /// Completes when the connection has to close. A request that arrived meanwhile is handled first. Bytes of its
    /// response that the client has not taken may be lost.
    pub async fn must_close(&self) {
        self.close.notified().await;
        while self.is_responding() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

impl OpenConnection {
    /// Observes the bytes of `stream`.
    pub fn observe<S>(&self, stream: S) -> ObservedStream<S> {
        ObservedStream {
            stream,
            connection: Arc::clone(&self.connection),
            connections: Arc::clone(&self.connections),
            stalled: None,
        }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.connections.lock().remove(self.number);
        self.connections.ended.notify_one();
    }
}

/// A stream that records when bytes moved, and fails when the client takes none of ours.
pub struct ObservedStream<S> {
    stream: S,
    connection: Arc<ClientConnection>,
    connections: Arc<Connections>,
    /// Set while the client takes no bytes.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> ObservedStream<S> {
    fn record_activity(&self) {
        self.connection.active_at.store(self.connections.now(), Ordering::Relaxed);
    }

    /// The result of a write, or a failure if it has made no progress for too long.
    fn progress<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            self.record_activity();
            return written;
        }
        let most = self.connections.limits.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(most)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ObservedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            self.record_activity();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ObservedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.progress(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.progress(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt as _, duplex};

    use super::*;

    #[tokio::test]
    async fn a_connection_that_waits_for_its_response_keeps_its_place() {
        let limits = ConnectionLimits { total: 2, per_address: 1, write_timeout: Duration::MAX };
        let connections = Connections::new(limits);
        let open = |last_byte| connections.open(IpAddr::from([192, 0, 2, last_byte]), false);
        let (first, second) = (open(1).unwrap(), open(2).unwrap());
        first.connection.set_responding(true);
        second.connection.set_responding(true);
        assert_eq!(open(1).err(), Some(NoPlace::Address));
        assert_eq!(open(3).err(), Some(NoPlace::Total));
        second.connection.set_responding(false);
        let third = open(3).unwrap();
        second.connection.must_close().await;
        first.connection.set_responding(false);
        let again = open(1).unwrap();
        first.connection.must_close().await;
        drop((third, again));
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_disconnected() {
        let limits = ConnectionLimits { total: 1, per_address: 1, write_timeout: Duration::from_millis(1) };
        let place = Connections::new(limits).open(Ipv6Addr::LOCALHOST.into(), false).unwrap();
        let (ours, _theirs) = duplex(8);
        let failure = place.observe(ours).write_all(&[0; 40]).await.unwrap_err();
        assert_eq!(failure.kind(), io::ErrorKind::TimedOut);
    }
}
