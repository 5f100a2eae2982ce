//! The pictures of a tool. The first is `img` of the specified calls; lists have only that one.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::tool::{Tool, absolute};
use crate::{
    base::config::Config,
    catalogue::uploads::image_url,
    db::column,
    values::{
        Clearable, FromJson, InvalidValue,
        language::{Localized, localized},
        read_rows,
        text::{NonEmptyText, SingleLine},
    },
};

pub const MAX_PICTURES: usize = 8;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ToolPicture {
    /// Uploaded pictures end in `/350.webp`; the large size is at `/700.webp`, the whole
    /// picture at `/1600.webp`.
    #[schema(min_length = 1, max_length = 2000)]
    pub url: String,
    /// What the picture shows, for people who do not see it. May be empty.
    #[schema(max_length = 200)]
    pub alt: String,
}

/// The pictures of a tool after the first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MorePictures(pub Vec<ToolPicture>);

column! {
    MorePictures as Option<String>:
        |more| (!more.0.is_empty()).then(|| serde_json::to_string(&more.0)).and_then(Result::ok),
        |json| serde_json::from_str(json.as_deref().unwrap_or("[]")).ok().map(Self)
}

/// One to eight pictures from a body.
pub struct PictureList(Vec<ToolPicture>);

impl FromJson for PictureList {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let invalid = |detail: Localized| InvalidValue::new("invalid_pictures", detail);
        let pictures = value.as_array().ok_or_else(|| {
            invalid(localized!("Please send a list of pictures.", "Veuillez envoyer une liste d’images."))
        })?;
        if pictures.is_empty() || pictures.len() > MAX_PICTURES {
            return Err(invalid(localized!(
                "A tool has at least one and at most {MAX_PICTURES} pictures.",
                "Un outil a au moins une et au plus {MAX_PICTURES}\u{a0}images."
            )));
        }
        read_rows(pictures, picture).map(Self)
    }
}

fn picture(value: &Value) -> Result<ToolPicture, InvalidValue> {
    let url = NonEmptyText::<2_000>::from_json(&value["url"]).map_err(|fault| fault.at("url"))?;
    let url = url.into_string();
    let alt = match &value["alt"] {
        Value::Null => None,
        alt => alt_text(alt).map_err(|fault| fault.at("alt"))?,
    };
    Ok(ToolPicture { url, alt: alt.unwrap_or_default() })
}

/// `None` for empty text.
pub fn alt_text(value: &Value) -> Result<Option<String>, InvalidValue> {
    Ok(Clearable::<SingleLine<200>>::from_json(value)?.0.map(SingleLine::into_string))
}

impl PictureList {
    /// The pictures as stored. Pictures that the tool has already keep their URL, even if its host is no longer
    /// allowed.
    pub fn checked(&self, tool: Option<&Tool>, config: &Config) -> Result<Vec<ToolPicture>, InvalidValue> {
        let known: Vec<ToolPicture> = tool.map(Tool::pictures).unwrap_or_default();
        let stored = |ToolPicture { url, alt }: &ToolPicture| {
            let same = known.iter().find(|known| absolute(&known.url, &config.public_url) == *url);
            let url = match same {
                Some(same) => same.url.clone(),
                None => image_url::check_image_url(url, config).map_err(|fault| fault.at("url"))?,
            };
            Ok(ToolPicture { url, alt: alt.clone() })
        };
        read_rows(&self.0, stored)
    }
}

impl Tool {
    /// Returns the picture and the further ones, with their paths as stored.
    pub fn pictures(&self) -> Vec<ToolPicture> {
        let first = ToolPicture { url: self.img.clone(), alt: self.extras.img_alt.clone() };
        [&[first], &*self.extras.more_pictures.0].concat()
    }

    /// Returns the same pictures with the addresses that responses have.
    pub fn pictures_on_wire(&self, public_url: &str) -> Vec<ToolPicture> {
        let absolute =
            |ToolPicture { url, alt }| ToolPicture { url: absolute(&url, public_url).into_owned(), alt };
        self.pictures().into_iter().map(absolute).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_refused_picture_is_named_by_its_row_and_member() {
        for (picture, member) in [(json!({}), "url"), (json!({ "url": "/a", "alt": "x".repeat(201) }), "alt")]
        {
            let refusal = PictureList::from_json(&json!([{ "url": "/a" }, picture])).err().unwrap();
            assert_eq!((refusal.row, refusal.member.as_deref()), (Some(1), Some(member)));
        }
    }
}
