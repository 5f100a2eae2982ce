//! What the accept loop serves: a router, the responses that are ready, and TLS.

use std::{io, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::ConnectInfo,
    http::{Request, Response},
};
use futures_util::future::BoxFuture;
use http_body_util::{Either, Full};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};
use tower::ServiceExt as _;

use super::{
    conditional,
    connections::ObservedStream,
    host_header, private_hosts,
    response_cache::{CacheKey, CacheLookup, ResponseCache},
};

/// What responds to requests: a router, and the responses it has ready.
pub struct Server {
    router: Router,
    pub(super) cache: Option<ResponseCache>,
    /// The server speaks plain HTTP if this is `None`.
    pub(super) tls: Option<TlsAcceptor>,
    /// Whether [`private_hosts`] refuses requests from elsewhere.
    is_private: bool,
}

/// A connection with TLS.
pub trait TlsStream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> TlsStream for S {}

type Handshake = BoxFuture<'static, io::Result<Option<Box<dyn TlsStream>>>>;

/// Makes a connection with TLS of one without. The handshake returns `None` if the client wanted nothing else.
#[derive(Clone)]
pub struct TlsAcceptor(pub(super) Arc<dyn Fn(ObservedStream<TcpStream>) -> Handshake + Send + Sync>);

impl TlsAcceptor {
    pub fn new(accept: impl Fn(ObservedStream<TcpStream>) -> Handshake + Send + Sync + 'static) -> Self {
        Self(Arc::new(accept))
    }
}

impl From<Router> for Server {
    fn from(router: Router) -> Self {
        Self { router, cache: None, tls: None, is_private: false }
    }
}

pub(super) type ServerBody = Either<Full<Bytes>, Body>;

impl Server {
    pub fn with_cache(router: Router, cache: ResponseCache) -> Self {
        Self { cache: Some(cache), ..router.into() }
    }

    #[must_use]
    pub fn with_tls(self, tls: Option<TlsAcceptor>) -> Self {
        Self { tls, ..self }
    }

    #[must_use]
    pub fn private(self, is_private: bool) -> Self {
        Self { is_private, ..self }
    }

    /// Returns the response to a request that must be refused. The server calls this before it looks in the cache,
    /// whose responses need no router.
    pub(super) fn refuse<B>(&self, request: &Request<B>) -> Option<Response<ServerBody>> {
        let foreign = || if self.is_private { private_hosts::refuse(request) } else { None };
        host_header::refuse(request).or_else(foreign).map(|refusal| refusal.map(Either::Right))
    }

    pub(super) fn look_up<B>(&self, request: &Request<B>, peer: SocketAddr) -> CacheLookup {
        self.cache.as_ref().map_or(CacheLookup::Unshared, |cache| cache.look_up(request, peer.ip()))
    }

    pub(super) async fn respond<B>(
        &self,
        request: Request<B>,
        key: Option<CacheKey>,
        peer: SocketAddr,
    ) -> Response<ServerBody>
    where
        B: hyper::body::Body<Data = Bytes> + Send + 'static,
        B::Error: Into<axum::BoxError>,
    {
        let known = conditional::if_none_match(&request);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
        let Ok(response) = self.router.clone().oneshot(request).await;
        let Some(cache) = &self.cache else { return response.map(Either::Right) };
        let response = match key {
            Some(key) => cache.keep(key, response).await,
            None => response,
        };
        conditional::or_not_modified(&known, response).map(Either::Right)
    }
}
