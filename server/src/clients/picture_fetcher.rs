//! Fetches pictures by addresses that an imported file names.

use std::time::Duration;

use reqwest::{
    Response, Url,
    header::{ACCEPT, CONTENT_TYPE, LOCATION},
};

use super::public_client::{PublicClient, is_private};
use crate::values::language::{Localized, localized};

const FETCH_TIMEOUT: Duration = Duration::from_secs(15);
const MAX_REDIRECTS: usize = 3;
const MEBIBYTE: usize = 1024 * 1024;

/// Why there is no picture, as a sentence for the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchPictureError {
    NotAnAddress,
    Private,
    Timeout,
    Unreachable,
    TooManyRedirects,
    Status(u16),
    NotAPicture,
    TooLarge(usize),
}

impl FetchPictureError {
    pub fn sentence(self) -> Localized {
        match self {
            Self::NotAnAddress => localized!("This is not a web address.", "Ce n’est pas une adresse web."),
            Self::Private => localized!(
                "The address is in a private network, and the shop fetches pictures from public addresses only.",
                "L’adresse est dans un réseau privé, et la boutique ne télécharge que des images d’adresses publiques."
            ),
            Self::Timeout => localized!("No picture within 15 seconds.", "Aucune image en 15\u{a0}secondes."),
            Self::Unreachable => {
                localized!("The shop could not connect.", "La boutique n’a pas pu établir la connexion.")
            }
            Self::TooManyRedirects => localized!(
                "The address leads to other addresses more than three times.",
                "L’adresse mène à d’autres adresses plus de trois fois."
            ),
            Self::Status(status) => localized!(
                "The address answers with status {status} instead of a picture.",
                "L’adresse répond par le statut {status} au lieu d’une image."
            ),
            Self::NotAPicture => localized!(
                "The address leads to something else than a picture.",
                "L’adresse mène à autre chose qu’une image."
            ),
            Self::TooLarge(bytes) => localized!(
                "The picture can be at most {} MB. Please make it smaller.",
                "L’image peut faire au plus {}\u{a0}Mo. Veuillez la réduire.",
                bytes / MEBIBYTE
            ),
        }
    }
}

pub struct PictureFetcher(PublicClient);

impl PictureFetcher {
    pub fn new(allows_private: bool) -> Result<Self, reqwest::Error> {
        PublicClient::new(allows_private, FETCH_TIMEOUT).map(Self)
    }

    /// Returns at most `max_bytes`. They may be anything, so the caller decodes them. Each redirect is checked like the
    /// first address.
    pub async fn fetch(&self, address: &str, max_bytes: usize) -> Result<Vec<u8>, FetchPictureError> {
        let mut url = Url::parse(address).map_err(|_| FetchPictureError::NotAnAddress)?;
        for _ in 0..=MAX_REDIRECTS {
            let response = self.get(&url).await?;
            let status = response.status();
            let location = response.headers().get(LOCATION).filter(|_| status.is_redirection());
            let Some(location) = location else {
                let refused = FetchPictureError::Status(status.as_u16());
                return if status.is_success() {
                    read_picture(response, max_bytes).await
                } else {
                    Err(refused)
                };
            };
            let next = location.to_str().ok().and_then(|location| url.join(location).ok());
            url = next.ok_or(FetchPictureError::NotAnAddress)?;
        }
        Err(FetchPictureError::TooManyRedirects)
    }

    async fn get(&self, url: &Url) -> Result<Response, FetchPictureError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchPictureError::NotAnAddress);
        }
        if self.0.refuses(url) {
            return Err(FetchPictureError::Private);
        }
        let request = self.0.http.get(url.clone()).header(ACCEPT, "image/jpeg, image/png, image/webp");
        request.send().await.map_err(|error| fetch_error(&error))
    }
}

fn fetch_error(error: &reqwest::Error) -> FetchPictureError {
    match error {
        _ if is_private(error) => FetchPictureError::Private,
        _ if error.is_timeout() => FetchPictureError::Timeout,
        _ => FetchPictureError::Unreachable,
    }
}

async fn read_picture(mut response: Response, max_bytes: usize) -> Result<Vec<u8>, FetchPictureError> {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.is_empty() && !kind.starts_with("image/") && !kind.starts_with("application/octet-stream") {
        return Err(FetchPictureError::NotAPicture);
    }
    let mut bytes = Vec::new();
    // The announced length may be a lie, so what arrives is counted.
    while let Some(chunk) = response.chunk().await.map_err(|error| fetch_error(&error))? {
        if bytes.len() + chunk.len() > max_bytes {
            return Err(FetchPictureError::TooLarge(max_bytes));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    fn answer(path: &str) -> String {
        let head = match path {
            "/hoe.png" => "200 OK\r\ncontent-type: image/png",
            "/page" => "200 OK\r\ncontent-type: text/html",
            "/moved" => "302 Found\r\nlocation: /hoe.png",
            "/round" => "302 Found\r\nlocation: /round",
            "/to-loopback" => "302 Found\r\nlocation: http://127.0.0.1:1/hoe.png",
            "/to-metadata" => "301 Moved\r\nlocation: http://169.254.169.254/latest/meta-data/",
            "/to-localhost" => "307 Moved\r\nlocation: http://localhost:1/hoe.png",
            "/to-file" => "302 Found\r\nlocation: file:///etc/passwd",
            _ => "404 Not Found",
        };
        format!("HTTP/1.1 {head}\r\nconnection: close\r\ncontent-length: 100\r\n\r\n{}", "7".repeat(100))
    }

    /// A server that the name pictures.example leads to, as if it were on the Internet.
    async fn on_the_internet() -> (PictureFetcher, SocketAddr) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut request = [0; 4_096];
                let length = socket.read(&mut request).await.unwrap();
                let request = String::from_utf8_lossy(&request[..length]).into_owned();
                let path = request.split(' ').nth(1).unwrap_or_default();
                socket.write_all(answer(path).as_bytes()).await.unwrap();
            }
        });
        let builder = super::super::http_client_builder().resolve("pictures.example", at);
        (PictureFetcher(PublicClient::build(builder, false, FETCH_TIMEOUT).unwrap()), at)
    }

    #[tokio::test]
    async fn only_a_public_address_with_a_picture_is_read() {
        use FetchPictureError as E;
        let (fetcher, at) = on_the_internet().await;
        for (path, expected) in [
            ("/hoe.png", Ok(100)),
            ("/moved", Ok(100)),
            ("/page", Err(E::NotAPicture)),
            ("/none", Err(E::Status(404))),
            ("/round", Err(E::TooManyRedirects)),
            ("/to-loopback", Err(E::Private)),
            ("/to-metadata", Err(E::Private)),
            ("/to-localhost", Err(E::Private)),
            ("/to-file", Err(E::NotAnAddress)),
        ] {
            let url = format!("http://pictures.example:{}{path}", at.port());
            assert_eq!(fetcher.fetch(&url, 100).await.map(|bytes| bytes.len()), expected, "{path}");
        }
        let url = format!("http://pictures.example:{}/hoe.png", at.port());
        assert_eq!(fetcher.fetch(&url, 99).await, Err(E::TooLarge(99)));
        for url in [
            format!("http://{at}/hoe.png"),
            format!("http://localhost:{}/hoe.png", at.port()),
            format!("http://[::ffff:{}]:{}/hoe.png", at.ip(), at.port()),
        ] {
            assert_eq!(fetcher.fetch(&url, 100).await, Err(E::Private), "{url}");
        }
        assert_eq!(fetcher.fetch("hoe.png", 100).await, Err(E::NotAnAddress));
    }
}
