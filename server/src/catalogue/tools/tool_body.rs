//! The bodies of POST and PUT /tools.

use std::mem;

use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    identifiers::IdentifiersUpdate,
    manage::{NewTool, ToolConflict},
    pictures::{MorePictures, PictureList, ToolPicture},
    price_steps::{PriceStep, PriceSteps},
    texts::ToolTextsUpdate,
    tool::{Tool, ToolExtras, ToolUpdate, absolute},
};
use crate::{
    base::config::Config,
    catalogue::uploads::image_url,
    http::{
        error::ApiError,
        json::{Field, Validator},
    },
    shop::Shop,
    values::{
        Clearable, InvalidValue,
        gtin::Gtin,
        language::localized,
        money::Price,
        quantity::{OrderQuantity, StockCount},
        text::{NonEmptyText, SingleLine},
        weight::Grams,
    },
};

/// A new tool.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the body, which `ToolBody` reads")]
#[schema(rename_all = "camelCase")]
pub(super) struct NewToolBody {
    #[schema(min_length = 1, pattern = "\\S", max_length = 120)]
    name: String,
    #[schema(min_length = 1, pattern = "\\S", max_length = 4000)]
    description: String,
    #[schema(minimum = 0.01, maximum = 999_999.99)]
    price: f64,
    /// A picture of this shop, or of a host in `TROWEL_IMAGE_HOSTS`.
    #[schema(min_length = 1, max_length = 2000)]
    img: String,
    #[schema(minimum = 0, maximum = 1_000_000)]
    available_quantity: i64,
    #[schema(minimum = 1, maximum = 1_000_000)]
    minimum_quantity: i64,
    /// The owner's article number. Unique.
    #[schema(max_length = 40)]
    sku: Option<String>,
    /// 8, 12, 13 or 14 digits of its bar code. The last one has to fit the others.
    #[schema(max_length = 40)]
    gtin: Option<String>,
    #[schema(max_length = 70)]
    brand: Option<String>,
    /// The maker's number.
    #[schema(max_length = 70)]
    mpn: Option<String>,
    /// The slug of a category.
    #[schema(max_length = 60)]
    category: Option<String>,
    /// `true`: customers do not see it yet.
    draft: Option<bool>,
    /// The stock at which it counts as low, as a number or its text.
    #[schema(pattern = "^(0*[0-9]{1,6}|0*1000000)?$")]
    low_stock: Option<String>,
    /// The weight of one piece in whole grams, up to 1,000 kg, as a number or its text.
    #[schema(pattern = "^(0*[1-9][0-9]{0,5}|0*1000000)?$")]
    weight_grams: Option<String>,
    /// Rising quantities above the minimum, and falling prices.
    #[schema(max_items = 5)]
    price_steps: Option<Vec<PriceStep>>,
    /// All pictures. The first takes the place of `img`.
    #[schema(min_items = 1, max_items = 8)]
    pictures: Option<Vec<ToolPicture>>,
    /// Texts in French.
    french: Option<FrenchToolBody>,
}

/// The texts of a tool in French. An empty text removes the stored one.
#[derive(Default, Deserialize, ToSchema)]
pub(super) struct FrenchToolBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    name: Field<Clearable<SingleLine<120>>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 4000)]
    description: Field<Clearable<NonEmptyText<4_000>>>,
}

/// The fields of a tool to change.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, pattern = "\\S", max_length = 120)]
    name: Field<SingleLine<120>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, pattern = "\\S", max_length = 4000)]
    description: Field<NonEmptyText<4_000>>,
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0.01, maximum = 999_999.99)]
    price: Field<Price>,
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 2000)]
    img: Field<NonEmptyText<2_000>>,
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0)]
    available_quantity: Field<StockCount>,
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 1_000_000)]
    minimum_quantity: Field<OrderQuantity>,
    /// Empty text removes the SKU, as it does the category and the low stock.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    sku: Field<Clearable<SingleLine<40>>>,
    /// Empty text removes it, as it does the brand and the maker's number.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    gtin: Field<Clearable<Gtin>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 70)]
    brand: Field<Clearable<SingleLine<70>>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 70)]
    mpn: Field<Clearable<SingleLine<70>>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 60)]
    category: Field<Clearable<SingleLine<60>>>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    draft: Field<bool>,
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0*[0-9]{1,6}|0*1000000)?$")]
    low_stock: Field<Clearable<StockCount>>,
    /// Empty text removes it.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(0*[1-9][0-9]{0,5}|0*1000000)?$")]
    weight_grams: Field<Clearable<Grams>>,
    /// Replaces all steps.
    #[serde(default)]
    #[schema(value_type = Option<Vec<PriceStep>>, max_items = 5)]
    price_steps: Field<PriceSteps>,
    /// Replaces all pictures. The first takes the place of `img`.
    #[serde(default)]
    #[schema(value_type = Option<Vec<ToolPicture>>, min_items = 1, max_items = 8)]
    pictures: Field<PictureList>,
    /// Texts in French. A missing one stays unchanged.
    #[serde(default)]
    french: Option<FrenchToolBody>,
}

/// Both bodies have the same fields.
const _: fn(NewToolBody, ToolBody) = |new, update| {
    macro_rules! fields {
        ($($field:ident),+) => {
            let NewToolBody { $($field: _),+ } = new;
            let ToolBody { $($field: _),+ } = update;
        };
    }
    fields!(
        name,
        description,
        price,
        img,
        available_quantity,
        minimum_quantity,
        sku,
        gtin,
        brand,
        mpn,
        category,
        draft,
        low_stock,
        weight_grams,
        price_steps,
        pictures,
        french
    );
};

impl ToolBody {
    /// Whether a field other than the stock is invalid, so that it differs from every tool.
    pub(super) fn has_invalid_details(&self, tool: &Tool, config: &Config) -> bool {
        let Self {
            name,
            description,
            price,
            img,
            available_quantity: _,
            minimum_quantity,
            sku,
            gtin,
            brand,
            mpn,
            category,
            draft,
            low_stock,
            weight_grams,
            price_steps,
            pictures,
            french,
        } = self;
        name.is_invalid()
            || description.is_invalid()
            || price.is_invalid()
            || img.is_invalid()
            || minimum_quantity.is_invalid()
            || sku.is_invalid()
            || gtin.is_invalid()
            || brand.is_invalid()
            || mpn.is_invalid()
            || category.is_invalid()
            || draft.is_invalid()
            || low_stock.is_invalid()
            || weight_grams.is_invalid()
            || price_steps.is_invalid()
            || french.as_ref().is_some_and(|it| it.name.is_invalid() || it.description.is_invalid())
            || match pictures {
                Field::Missing | Field::Blank(_) => false,
                Field::Valid(pictures) => pictures.checked(Some(tool), config).is_err(),
                Field::Invalid(_) => true,
            }
    }

    /// The fields that only owners of a shop know.
    fn take_extras(&mut self, check: &mut Validator) -> ToolUpdate {
        let low_stock = check.given("lowStock", mem::take(&mut self.low_stock)).map(|least| {
            let least = least.0.map(StockCount::as_stock).transpose();
            Clearable(least.unwrap_or_else(|fault| {
                check.add_error("lowStock", fault);
                None
            }))
        });
        let identifiers = IdentifiersUpdate {
            gtin: check.given("gtin", mem::take(&mut self.gtin)),
            brand: check.given("brand", mem::take(&mut self.brand)).map(text),
            mpn: check.given("mpn", mem::take(&mut self.mpn)).map(text),
        };
        ToolUpdate {
            sku: check.given("sku", mem::take(&mut self.sku)).map(text),
            category: check.given("category", mem::take(&mut self.category)).map(text),
            is_draft: check.optional("draft", mem::take(&mut self.draft)),
            low_stock,
            weight_grams: check
                .given("weightGrams", mem::take(&mut self.weight_grams))
                .map(|weight| Clearable(weight.0.map(Grams::as_i64))),
            price_steps: check.optional("priceSteps", mem::take(&mut self.price_steps)),
            identifiers,
            french: self.take_french(check),
            name: None,
            description: None,
            img: None,
            price: None,
            available: None,
            minimum: None,
            img_alt: None,
            more_pictures: None,
        }
    }

    fn take_french(&mut self, check: &mut Validator) -> ToolTextsUpdate {
        let FrenchToolBody { name, description } = mem::take(&mut self.french).unwrap_or_default();
        ToolTextsUpdate {
            name: check.given("french", name.at("name")).map(text),
            description: check
                .given("french", description.at("description"))
                .map(|text| Clearable(text.0.map(|text| text.into_string().into()))),
        }
    }

    /// The first picture and the others, as stored.
    fn take_pictures(
        &mut self,
        check: &mut Validator,
        tool: Option<&Tool>,
        config: &Config,
    ) -> Option<(ToolPicture, Vec<ToolPicture>)> {
        let pictures = check.optional("pictures", mem::take(&mut self.pictures))?;
        match pictures.checked(tool, config) {
            Ok(mut pictures) => {
                let first = (!pictures.is_empty()).then(|| pictures.remove(0))?;
                Some((first, pictures))
            }
            Err(fault) => {
                check.add_error("pictures", fault);
                None
            }
        }
    }

    /// Clients send an uploaded picture back as an absolute URL.
    pub(super) fn into_update(mut self, tool: &Tool, config: &Config) -> Result<ToolUpdate, ApiError> {
        let mut check = Validator::new();
        let extras = self.take_extras(&mut check);
        let pictures = self.take_pictures(&mut check, Some(tool), config);
        let img = check.given("img", self.img).map(NonEmptyText::into_string);
        let img = img
            .map(|img| if img == absolute(&tool.img, &config.public_url) { tool.img.clone() } else { img });
        let (first, more) = pictures.unzip();
        let first: Option<ToolPicture> = first;
        let change = ToolUpdate {
            name: check.given("name", self.name).map(SingleLine::into_string),
            description: check.given("description", self.description).map(|text| text.into_string().into()),
            price: check.given("price", self.price).map(Price::cents),
            img: first.as_ref().map(|first| first.url.clone()).or(img),
            img_alt: first.map(|first| first.alt),
            more_pictures: more.map(MorePictures),
            available: check.given("availableQuantity", self.available_quantity).map(StockCount::as_i64),
            minimum: check.given("minimumQuantity", self.minimum_quantity).map(OrderQuantity::as_i64),
            ..extras
        };
        check.finish(()).map(|()| change)
    }

    pub(super) fn into_new_tool(mut self, shop: &Shop) -> Result<NewTool, ApiError> {
        let mut check = Validator::new();
        let extras = self.take_extras(&mut check);
        let has_pictures = !matches!(self.pictures, Field::Missing | Field::Blank(_));
        let pictures = self.take_pictures(&mut check, None, &shop.config);
        let (first, more) = pictures.unzip();
        let update = ToolUpdate {
            img_alt: first.as_ref().map(|first: &ToolPicture| first.alt.clone()),
            more_pictures: more.map(MorePictures),
            ..extras
        };
        let extras = update.extras(ToolExtras::default());
        let name = check.required("name", self.name).map(SingleLine::into_string);
        let description = check.required("description", self.description).map(NonEmptyText::into_string);
        let price = check.required("price", self.price).map(Price::cents);
        let available = check.required("availableQuantity", self.available_quantity).and_then(|count| {
            let stock = count.as_stock();
            stock.map_err(|fault| check.add_error("availableQuantity", fault)).ok()
        });
        let minimum = check.required("minimumQuantity", self.minimum_quantity).map(OrderQuantity::as_i64);
        if let (Some(price), Some(minimum)) = (price, minimum)
            && let Err(fault) = extras.price_steps.check(price, minimum)
        {
            check.add_error("priceSteps", fault);
        }
        let img = if has_pictures {
            first.map(|first| first.url)
        } else {
            check.required("img", self.img).and_then(|img| {
                image_url::check_image_url(img.as_str(), &shop.config)
                    .map_err(|fault| check.add_error("img", fault))
                    .ok()
            })
        };
        let fields = (name, description, price, img, available, minimum);
        let (name, description, price, img, available, minimum) = check.finish(fields)?;
        Ok(NewTool { name, description, price, img, available, minimum, extras })
    }
}

fn text<const MOST: usize>(line: Clearable<SingleLine<MOST>>) -> Clearable<String> {
    Clearable(line.0.map(SingleLine::into_string))
}

pub fn conflict(refused: ToolConflict) -> ApiError {
    match refused {
        ToolConflict::NameTaken => ApiError::conflict(
            "name_taken",
            localized!(
                "Another tool has this name. Please choose a different one.",
                "Un autre outil a ce nom. Veuillez en choisir un différent."
            ),
        ),
        ToolConflict::SkuTaken => ApiError::conflict(
            "sku_taken",
            localized!(
                "Another tool has this SKU. Please choose a different one.",
                "Un autre outil a cette UGS. Veuillez en choisir une différente."
            ),
        ),
        ToolConflict::UnknownCategory => ApiError::invalid_field(
            "category",
            InvalidValue::new(
                "unknown",
                localized!(
                    "There is no such category. Please choose another one.",
                    "Cette catégorie n’existe pas. Veuillez en choisir une autre."
                ),
            ),
        ),
    }
}
