//! The events in the OpenAPI document, described by the types that are sent.

use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{
        ContentBuilder, KnownFormat, ObjectBuilder, OpenApi, Paths, Ref, RefOr, ResponseBuilder, Schema,
        SchemaFormat, Type,
        path::{HttpMethod, OperationBuilder, PathItem},
        request_body::RequestBodyBuilder,
    },
};

use super::WebhookEvent;

/// The data of an event, as it is sent.
pub trait EventData: Serialize + ToSchema {
    /// The events that have it.
    const EVENTS: &'static [WebhookEvent];
}

/// Collects the events of all features.
#[derive(Default)]
pub struct WebhookDocument {
    webhooks: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl WebhookDocument {
    #[must_use]
    pub fn with<D: EventData>(mut self) -> Self {
        D::schemas(&mut self.schemas);
        self.schemas.push((D::name().into_owned(), D::schema()));
        for event in D::EVENTS {
            let item = path_item(*event, &D::name());
            self.webhooks.paths.insert(event.as_str().to_owned(), item);
        }
        self
    }

    pub fn add_to(self, document: &mut OpenApi) {
        document.webhooks = Some(self.webhooks);
        document.components.get_or_insert_default().schemas.extend(self.schemas);
    }
}

fn path_item(event: WebhookEvent, data: &str) -> PathItem {
    let date_time = SchemaFormat::KnownFormat(KnownFormat::DateTime);
    let time = ObjectBuilder::new().schema_type(Type::String).format(Some(date_time));
    let message = ObjectBuilder::new()
        .property("type", ObjectBuilder::new().schema_type(Type::String).enum_values(Some([event.as_str()])))
        .property("timestamp", time)
        .property("data", Ref::from_schema_name(data))
        .required("type")
        .required("timestamp")
        .required("data");
    let content = ContentBuilder::new().schema(Some(message.build())).build();
    let received = ResponseBuilder::new().description("Received. Anything else is sent again.").build();
    let operation = OperationBuilder::new()
        .tag("webhooks")
        .summary(Some(event.summary()))
        .operation_id(Some(format!("on_{}", event.as_str().replace('.', "_"))))
        .request_body(Some(RequestBodyBuilder::new().content("application/json", content).build()))
        .response("2XX", received)
        // The signature says who sends it.
        .securities(Some([]))
        .build();
    PathItem::new(HttpMethod::Post, operation)
}
