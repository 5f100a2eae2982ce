//! Refuses a line of a request head that ends without a carriage return (RFC 9112 §2.2).
//!
//! hyper accepts such a line. A proxy in front of the shop may not, and then both see different requests. The stream
//! follows heads and bodies, and replaces the line end by NUL, because hyper answers it with 400.

use std::{
    io, mem,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// hyper refuses a longer line.
const MAX_LINE: usize = 64 * 1024;

pub struct StrictLines<S> {
    stream: S,
    position: Position,
}

/// What the next byte belongs to.
enum Position {
    Head(Head),
    /// A body that ends after this many more bytes.
    Body(u64),
    Chunk(Chunk),
    /// hyper refuses what came before, and reads no further.
    Refused,
}

/// The lines of a head, or of the trailers behind a chunked body.
#[derive(Default)]
struct Head {
    /// The beginning of a line that has not ended.
    line: Vec<u8>,
    /// Empty lines may precede the request line.
    has_begun: bool,
    is_trailer: bool,
    content_length: u64,
    is_chunked: bool,
}

#[derive(Clone, Copy)]
enum Chunk {
    Size(u64),
    Extension(u64),
    SizeEnd(u64),
    Data(u64),
    DataEnd,
}

impl Position {
    fn next_head() -> Self {
        Self::Head(Head::default())
    }

    /// Follows the bytes, and replaces the first line end that is refused.
    fn follow(&mut self, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            let (used, next) = match self {
                Self::Head(head) => head.follow(bytes),
                Self::Body(left) => skip(*left, bytes.len(), Self::Body, Self::next_head),
                Self::Chunk(Chunk::Data(left)) => {
                    let end = || Self::Chunk(Chunk::DataEnd);
                    skip(*left, bytes.len(), |left| Self::Chunk(Chunk::Data(left)), end)
                }
                Self::Chunk(chunk) => (1, Some(chunk.next(bytes[0]))),
                Self::Refused => return,
            };
            if let Some(next) = next {
                *self = next;
            }
            bytes = &mut bytes[used..];
        }
    }
}

/// How many of the bytes belong to a body with so many left, and what follows.
fn skip(
    left: u64,
    count: usize,
    rest: impl FnOnce(u64) -> Position,
    end: impl FnOnce() -> Position,
) -> (usize, Option<Position>) {
    match usize::try_from(left) {
        Ok(left) if left <= count => (left, Some(end())),
        _ => (count, Some(rest(left - count as u64))),
    }
}

impl Head {
    /// Takes one line at most.
    fn follow(&mut self, bytes: &mut [u8]) -> (usize, Option<Position>) {
        let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
            if self.line.len() + bytes.len() > MAX_LINE {
                return (bytes.len(), Some(Position::Refused));
            }
            self.line.extend_from_slice(bytes);
            return (bytes.len(), None);
        };
        let mut line = mem::take(&mut self.line);
        let line = if line.is_empty() {
            &bytes[..end]
        } else {
            line.extend_from_slice(&bytes[..end]);
            &line[..]
        };
        let next = match line.strip_suffix(b"\r") {
            None => {
                bytes[end] = 0;
                Some(Position::Refused)
            }
            Some(b"") => self.has_begun.then(|| self.end()),
            Some(line) => {
                if self.has_begun && !self.is_trailer {
                    self.read_framing(line);
                }
                self.has_begun = true;
                None
            }
        };
        (end + 1, next)
    }

    /// Where both are given, or one of them is wrong, hyper refuses the request.
    fn read_framing(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        let Some((name, value)) = line.split_once(':') else { return };
        if name.eq_ignore_ascii_case("content-length") {
            self.content_length = value.trim().parse().unwrap_or_default();
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            self.is_chunked = true;
        }
    }

    fn end(&self) -> Position {
        match self {
            Self { is_trailer: false, is_chunked: true, .. } => Position::Chunk(Chunk::Size(0)),
            Self { is_trailer: false, content_length: 1.., .. } => Position::Body(self.content_length),
            _ => Position::next_head(),
        }
    }
}

impl Chunk {
    /// What follows this byte of the frame around the data. hyper refuses what is not expected here.
    fn next(self, byte: u8) -> Position {
        Position::Chunk(match (self, byte) {
            (Self::Size(size) | Self::Extension(size), b'\r') => Self::SizeEnd(size),
            (Self::Size(size), b';' | b' ' | b'\t') | (Self::Extension(size), _) => Self::Extension(size),
            (Self::Size(size), _) => match char::from(byte).to_digit(16) {
                Some(digit) => Self::Size(size.saturating_mul(16).saturating_add(digit.into())),
                None => return Position::Refused,
            },
            (Self::SizeEnd(0), b'\n') => {
                return Position::Head(Head { has_begun: true, is_trailer: true, ..Head::default() });
            }
            (Self::SizeEnd(size), b'\n') => Self::Data(size),
            (Self::DataEnd, b'\r') => Self::DataEnd,
            (Self::DataEnd, b'\n') => Self::Size(0),
            (Self::SizeEnd(_) | Self::Data(_) | Self::DataEnd, _) => return Position::Refused,
        })
    }
}

impl<S> StrictLines<S> {
    pub fn new(stream: S) -> Self {
        Self { stream, position: Position::next_head() }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for StrictLines<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buffer))?;
        self.position.follow(&mut buffer.filled_mut()[before..]);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StrictLines<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
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
    use super::*;

    /// Each request that is sound passes as it is, in pieces of any size.
    #[test]
    fn only_line_ends_of_heads_and_trailers_are_judged() {
        let sound = "\r\nGET / HTTP/1.1\r\nhost: a\r\n\r\n\
            POST / HTTP/1.1\r\nContent-Length: 7\r\n\r\na\nb\n\nc\n\
            POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n6;a=b\r\n\n\n\n\n\n\n\r\nA\r\n0123\n56789\r\n0\r\n\r\n\
            POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: y\r\n\r\n\
            GET / HTTP/1.1\r\nhost: a\r\n\r\n";
        for size in [1, 2, 3, 7, 64, sound.len()] {
            assert_eq!(followed(sound, size), sound, "{size}");
            for bare in
                ["GET / HTTP/1.1\n", "\n", "GET / HTTP/1.1\r\nhost: a\n", "GET / HTTP/1.1\r\na: b\r\n\n"]
            {
                let sent = format!("{sound}{bare}");
                let expected = format!("{}\0", &sent[..sent.len() - 1]);
                assert_eq!(followed(&sent, size), expected, "{bare:?} {size}");
            }
        }
        let trailer = "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: y\n\r\n";
        assert!(followed(trailer, 5).contains("x: y\0"), "a trailer");
    }

    fn followed(text: &str, size: usize) -> String {
        let (mut bytes, mut position) = (text.as_bytes().to_vec(), Position::next_head());
        bytes.chunks_mut(size).for_each(|piece| position.follow(piece));
        String::from_utf8(bytes).unwrap()
    }
}
