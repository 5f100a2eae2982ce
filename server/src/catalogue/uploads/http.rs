//! POST /images/ticket and POST /images. The pictures are served outside /api, by `pages`.

use std::time::Duration;

use axum::extract::Request;
use tokio::sync::SemaphorePermit;

use super::{
    multipart::{self, MAX_BODY_BYTES, MAX_FILE_BYTES},
    upload::{self, ImageFit, upload},
    upload_token,
};
use crate::{
    accounts::extractors::StaffWritingTools,
    http::{
        prelude::*,
        upload_body::{DrainLimits, content_length, drain},
    },
    pictures::{decode, variants::ImageVariant},
    shop::Shop,
};

/// Five megabytes arrive in this time over a mobile connection.
const BODY_TIMEOUT: Duration = Duration::from_mins(1);
const DRAIN_LIMITS: DrainLimits = DrainLimits { bytes: 32 * 1024 * 1024, timeout: Duration::from_secs(5) };

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(issue_upload_key)).routes(routes!(upload_image))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ImageTicket {
    /// The `key` parameter of POST /images.
    key: String,
    expires_at: Timestamp,
}

/// Issues a key to upload one picture within ten minutes.
#[utoipa::path(post, path = "/images/ticket", tag = "images",
    security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = ImageTicket),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn issue_upload_key(
    State(shop): State<Arc<Shop>>,
    StaffWritingTools(caller): StaffWritingTools,
) -> Result<ApiJson<ImageTicket>, ApiError> {
    let ticket = upload_token::issue(&shop, &caller.user.id).await?;
    Ok(ApiJson(ImageTicket { key: ticket.key.reveal().to_owned(), expires_at: ticket.expires_at }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct UploadQuery {
    /// The key from POST /images/ticket.
    key: Option<String>,
    /// `whole`: for a logo. The picture is not cropped and keeps its transparency.
    #[param(inline, value_type = Option<ImageFitName>)]
    fit: Option<String>,
}

/// How the picture is shown.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the parameter")]
#[schema(rename_all = "lowercase")]
enum ImageFitName {
    Whole,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the body; `multipart` reads it")]
struct ImageForm {
    /// A JPEG of at most 26 megapixels or a PNG of at most 64, both of at most 12,000 pixels a side, or a WebP or interlaced PNG of at most 4096 × 4096 pixels. At most 5 MiB.
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
}

#[derive(Serialize, ToSchema)]
struct UploadedImage {
    success: bool,
    data: ImageAddress,
}

#[derive(Serialize, ToSchema)]
struct ImageAddress {
    /// Absolute URL for `img` of a tool. The large size is at `/700.webp`, the whole picture at `/1600.webp`.
    url: String,
}

/// Uploads a picture. The key is enough; no bearer token is needed. The picture is turned upright and encoded again
/// without metadata: cropped to 7 by 9 in two sizes, and whole, within 1600 × 1600 pixels. Only a success uses the key
/// up. Every error has `success: false`.
#[utoipa::path(post, path = "/images", tag = "images", params(UploadQuery),
    request_body(content = ImageForm, content_type = "multipart/form-data"),
    responses((status = 200, body = UploadedImage),
        (status = 400, description = "`malformed_form`, `malformed_query`"),
        (status = 403, description = "`invalid_upload_token`: unknown, or its time is over"),
        (status = 408, description = "`request_timeout`"),
        (status = 409, description = "`upload_token_used`"),
        (status = 413, description = "`picture_too_large`"),
        (status = 415, description = "`unsupported_media_type`, `not_a_picture`"),
        (status = 422, description = "`too_many_pixels`, `broken_picture`, `invalid_field`")))]
async fn upload_image(
    State(shop): State<Arc<Shop>>,
    query: Result<QueryParams<UploadQuery>, ApiError>,
    request: Request,
) -> Result<ApiJson<UploadedImage>, ApiError> {
    let uploaded = receive_upload(&shop, query, request).await;
    let name = uploaded.map_err(|refusal| refusal.with("success", false))?;
    let url = format!("{}/images/{name}/{}", shop.public_url(), ImageVariant::Small.name());
    Ok(ApiJson(UploadedImage { success: true, data: ImageAddress { url } }))
}

async fn receive_upload(
    shop: &Arc<Shop>,
    query: Result<QueryParams<UploadQuery>, ApiError>,
    request: Request,
) -> Result<String, ApiError> {
    let (key, fit, _place) = match authorize_upload(shop, query).await {
        Ok(admitted) => admitted,
        Err(refusal) => {
            if let Ok(_place) = shop.images.draining.try_acquire() {
                let announced = content_length(request.headers());
                drain(announced, request.into_body().into_data_stream(), DRAIN_LIMITS).await;
            }
            return Err(refusal);
        }
    };
    let file = read_file(request).await?;
    upload(shop, &key, file, fit).await.map_err(ApiError::from)
}

/// Checks the key and takes a place among the uploads.
async fn authorize_upload(
    shop: &Shop,
    query: Result<QueryParams<UploadQuery>, ApiError>,
) -> Result<(Secret, ImageFit, SemaphorePermit<'_>), ApiError> {
    let QueryParams(query) = query?;
    let fit = match query.fit.as_deref() {
        None => ImageFit::Cropped,
        Some("whole") => ImageFit::Whole,
        Some(_) => {
            let fault = InvalidValue::new(
                "unknown",
                localized!("Please use whole, or leave fit out.", "Veuillez utiliser whole, ou omettre fit."),
            );
            return Err(ApiError::invalid_field("fit", fault));
        }
    };
    let key = query.key.as_deref().and_then(Secret::parse).ok_or_else(invalid_upload_token)?;
    upload_token::check(shop, &key).await?;
    let place = shop.images.receiving.try_acquire().map_err(|_| busy())?;
    Ok((key, fit, place))
}

async fn read_file(request: Request) -> Result<Vec<u8>, ApiError> {
    let (head, body) = request.into_parts();
    let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let announced = content_length(&head.headers);
    let mut body = body.into_data_stream();
    let read = if announced.is_some_and(|length| length > MAX_BODY_BYTES) {
        Err(multipart::MultipartError::TooLarge)
    } else {
        tokio::time::timeout(BODY_TIMEOUT, multipart::picture(content_type.unwrap_or_default(), &mut body))
            .await
            .map_err(|_| {
                ApiError::new(
                    StatusCode::REQUEST_TIMEOUT,
                    "request_timeout",
                    localized!(
                        "The picture did not arrive within {} seconds. Please try again.",
                        "L’image n’est pas arrivée en {}\u{a0}secondes. Veuillez réessayer.",
                        BODY_TIMEOUT.as_secs()
                    ),
                )
            })?
    };
    if read.is_err() {
        drain(announced, body, DRAIN_LIMITS).await;
    }
    read.map_err(ApiError::from)
}

fn invalid_upload_token() -> ApiError {
    ApiError::forbidden(
        "invalid_upload_token",
        localized!(
            "This upload has expired. Please choose the picture again.",
            "Ce téléversement a expiré. Veuillez choisir l’image de nouveau."
        ),
    )
}

fn upload_token_used() -> ApiError {
    ApiError::conflict(
        "upload_token_used",
        localized!(
            "This upload is already complete. Please choose the picture again to upload another one.",
            "Ce téléversement est déjà terminé. Veuillez choisir l’image de nouveau pour en téléverser une \
             autre."
        ),
    )
}

fn busy() -> ApiError {
    ApiError::unavailable(
        "busy",
        localized!(
            "Several pictures are being uploaded right now. Please try again in a moment.",
            "Plusieurs images sont en cours de téléversement. Veuillez réessayer dans un instant."
        ),
    )
}

impl From<upload_token::UploadTokenError> for ApiError {
    fn from(refusal: upload_token::UploadTokenError) -> Self {
        match refusal {
            upload_token::UploadTokenError::Unknown => invalid_upload_token(),
            upload_token::UploadTokenError::Used => upload_token_used(),
            upload_token::UploadTokenError::Db(error) => error.into(),
        }
    }
}

impl From<multipart::MultipartError> for ApiError {
    fn from(refusal: multipart::MultipartError) -> Self {
        match refusal {
            multipart::MultipartError::NotMultipart => Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                localized!(
                    "Send the picture as multipart/form-data, in a part named image.",
                    "Envoyez l’image en multipart/form-data, dans une partie nommée image."
                ),
            ),
            multipart::MultipartError::Malformed(cause) => Self::bad_request(
                "malformed_form",
                localized!(
                    "The upload is incomplete or damaged: {cause}.",
                    "Le téléversement est incomplet ou endommagé\u{a0}: {cause}."
                ),
            ),
            multipart::MultipartError::TooLarge => Self::too_large(
                "picture_too_large",
                localized!(
                    "The picture can be at most {} MiB. Please choose a smaller one.",
                    "L’image peut faire au plus {}\u{a0}Mio. Veuillez en choisir une plus petite.",
                    MAX_FILE_BYTES / 1024 / 1024
                ),
            ),
            multipart::MultipartError::Missing => Self::invalid_field(
                "image",
                InvalidValue::new(
                    "required",
                    localized!(
                        "We did not receive a picture. Please choose one.",
                        "Nous n’avons pas reçu d’image. Veuillez en choisir une."
                    ),
                ),
            ),
        }
    }
}

impl From<decode::DecodeError> for ApiError {
    fn from(refusal: decode::DecodeError) -> Self {
        match refusal {
            decode::DecodeError::UnsupportedFormat(format) => Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_a_picture",
                match format.map(decode::OtherFormat::name) {
                    Some(name) => {
                        localized!(
                            language =>
                            "This file is {}. Please save the picture as JPEG, PNG or WebP and try again.",
                            "Ce fichier est {}. Veuillez enregistrer l’image en JPEG, PNG ou WebP et réessayer.",
                            name.in_language(language)
                        )
                    }
                    None => {
                        localized!(
                            "The shop can’t read this file as a picture. Please use JPEG, PNG or WebP.",
                            "La boutique ne peut pas lire ce fichier comme une image. Veuillez utiliser JPEG, \
                             PNG ou WebP."
                        )
                    }
                },
            ),
            decode::DecodeError::TooLarge => Self::unprocessable(
                "too_many_pixels",
                localized!(
                    "The picture is too large. A JPEG can have 26 megapixels, a PNG 64, and both 12,000 pixels \
                     a side. An interlaced PNG and a WebP can have 4096 pixels a side, with 8 bits per colour. \
                     Please make it smaller and try again.",
                    "L’image est trop grande. Un JPEG peut avoir 26\u{a0}mégapixels, un PNG 64, et les deux \
                     12\u{a0}000\u{a0}pixels de côté. Un PNG entrelacé et un WebP peuvent avoir \
                     4096\u{a0}pixels de côté, avec 8\u{a0}bits par couleur. Veuillez la réduire et réessayer."
                ),
            ),
            decode::DecodeError::InksTooLarge => Self::unprocessable(
                "too_many_pixels",
                localized!(
                    "This JPEG has the four inks of a printer, and can have 19 megapixels. Please save it in \
                     RGB, or make it smaller, and try again.",
                    "Ce JPEG a les quatre encres d’une imprimante, et peut avoir 19\u{a0}mégapixels. Veuillez \
                     l’enregistrer en RVB, ou le réduire, et réessayer."
                ),
            ),
            decode::DecodeError::ProgressiveTooLarge => Self::unprocessable(
                "too_many_pixels",
                localized!(
                    "This progressive JPEG needs too much memory. Please save it as a baseline JPEG \
                     (\u{201c}progressive\u{201d} switched off), or make it smaller, and try again.",
                    "Ce JPEG progressif exige trop de mémoire. Veuillez l’enregistrer en JPEG de base \
                     («\u{a0}progressif\u{a0}» désactivé), ou le réduire, et réessayer."
                ),
            ),
            decode::DecodeError::Malformed(cause) => {
                tracing::debug!(cause, "a picture could not be decoded");
                Self::unprocessable(
                    "broken_picture",
                    localized!(
                        "The picture is damaged or incomplete. Please save it again, or choose another one.",
                        "L’image est endommagée ou incomplète. Veuillez l’enregistrer de nouveau, ou en \
                         choisir une autre."
                    ),
                )
            }
        }
    }
}

impl From<upload::UploadError> for ApiError {
    fn from(error: upload::UploadError) -> Self {
        match error {
            upload::UploadError::Rejected(refusal) => refusal.into(),
            upload::UploadError::TokenUsed => upload_token_used(),
            upload::UploadError::Busy => busy(),
            upload::UploadError::Store(cause) => {
                tracing::error!(%cause, "a picture could not be kept");
                Self::unavailable(
                    "busy",
                    localized!(
                        "The shop can’t store pictures right now. Please try again later.",
                        "La boutique ne peut pas enregistrer d’images pour le moment. Veuillez réessayer plus \
                         tard."
                    ),
                )
            }
            upload::UploadError::Db(error) => error.into(),
            upload::UploadError::Encoding(error) => Self::internal(error),
            upload::UploadError::Interrupted(cause) => Self::internal(cause),
        }
    }
}
