//! Responses to writes, in the shape that the specified client expects.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Inserted {
    pub acknowledged: bool,
    pub inserted_id: String,
}

impl Inserted {
    pub fn new(id: impl Into<String>) -> Self {
        Self { acknowledged: true, inserted_id: id.into() }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deleted {
    pub acknowledged: bool,
    pub deleted_count: u64,
}

impl Deleted {
    pub fn one() -> Self {
        Self { acknowledged: true, deleted_count: 1 }
    }

    pub fn none() -> Self {
        Self { acknowledged: true, deleted_count: 0 }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WriteResult {
    pub acknowledged: bool,
    pub matched_count: u64,
    pub modified_count: u64,
    pub upserted_count: u64,
    #[schema(required)]
    pub upserted_id: Option<String>,
}

impl WriteResult {
    pub fn modified() -> Self {
        Self { modified_count: 1, ..Self::unchanged() }
    }

    /// Nothing matched, so a new row was inserted.
    pub fn upserted(id: impl Into<String>) -> Self {
        Self { matched_count: 0, upserted_count: 1, upserted_id: Some(id.into()), ..Self::unchanged() }
    }

    pub fn unchanged() -> Self {
        Self { acknowledged: true, matched_count: 1, modified_count: 0, upserted_count: 0, upserted_id: None }
    }
}
