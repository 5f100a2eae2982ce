//! The contract between the halves, as a document: put together from the handlers themselves.

use utoipa::{
    Modify, OpenApi,
    openapi::{
        OpenApi as Document,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Trowel",
        description = "The calls of an online shop for gardening tools. Errors are problem documents (RFC 9457) with a stable `code`; \
            money is a number of dollars with at most two decimals; identifiers are opaque."
    ),
    servers((url = "/api")),
    modifiers(&Schemes)
)]
pub struct Frame;

struct Schemes;

impl Modify for Schemes {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of PUT /user/{email}"))
            .build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        let session = ApiKeyValue::with_description(
            "trowel_session",
            "Set by signing in; `__Host-trowel_session` on https",
        );
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    }
}
