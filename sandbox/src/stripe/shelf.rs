//! Objects of one kind in the order they were made, found by id, listed newest first.

use std::collections::{BTreeSet, HashMap};
use std::mem;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use super::error::Refusal;
use super::form::Params;

/// What stands on a shelf.
pub trait Kept {
    fn id(&self) -> &str;
    fn created(&self) -> i64;
}

#[derive(Deserialize)]
#[serde(from = "Vec<T>", bound(deserialize = "T: Deserialize<'de> + Kept"))]
pub struct Shelf<T> {
    items: Vec<T>,
    places: HashMap<String, usize>,
    /// Places of what was put or touched since [`Shelf::take_changed`].
    changed: BTreeSet<usize>,
}

impl<T: Serialize> Serialize for Shelf<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self { items: Vec::new(), places: HashMap::new(), changed: BTreeSet::new() }
    }
}

impl<T: Kept> From<Vec<T>> for Shelf<T> {
    fn from(items: Vec<T>) -> Self {
        let places = items.iter().enumerate().map(|(place, item)| (item.id().to_owned(), place)).collect();
        Self { items, places, changed: BTreeSet::new() }
    }
}

impl<T: Kept> Shelf<T> {
    pub fn put(&mut self, item: T) {
        self.changed.insert(self.items.len());
        self.places.insert(item.id().to_owned(), self.items.len());
        self.items.push(item);
    }

    pub fn get(&self, id: &str) -> Option<&T> {
        self.places.get(id).map(|place| &self.items[*place])
    }

    pub fn get_mut(&mut self, id: &str) -> Option<&mut T> {
        let place = *self.places.get(id)?;
        self.changed.insert(place);
        self.items.get_mut(place)
    }

    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        self.items.iter().rev()
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// A shelf of what was put or touched since the last time.
    pub fn take_changed(&mut self) -> Self
    where
        T: Clone,
    {
        let places = mem::take(&mut self.changed);
        places.into_iter().map(|place| self.items[place].clone()).collect::<Vec<_>>().into()
    }

    /// Puts what is new of a later shelf, and replaces what is known.
    pub fn absorb(&mut self, later: Self) {
        for item in later.items {
            match self.get_mut(item.id()) {
                Some(known) => *known = item,
                None => self.put(item),
            }
        }
    }

    /// What was put after the shelf had `len` items, oldest first.
    pub fn since(&self, len: usize) -> &[T] {
        &self.items[len..]
    }

    /// Forgets what was made before `time`.
    pub fn forget_before(&mut self, time: i64) {
        if self.items.first().is_some_and(|item| item.created() < time) {
            let items = mem::take(&mut self.items);
            *self = Self::from(items.into_iter().filter(|item| item.created() >= time).collect::<Vec<_>>());
        }
    }

    /// A page of the list at `url`, taking `limit`, `starting_after`, `ending_before` and `created[…]` from the
    /// parameters.
    pub fn page(
        &self,
        url: &str,
        params: &mut Params,
        wanted: impl Fn(&T) -> bool,
        show: impl Fn(&T) -> Value,
    ) -> Result<Value, Refusal> {
        let limit = match params.take_integer("limit")? {
            None => 10,
            Some(limit) => {
                usize::try_from(limit).ok().filter(|limit| (1..=100).contains(limit)).ok_or_else(|| {
                    Refusal::invalid("parameter_invalid_integer", "limit must be from 1 to 100")
                        .param("limit")
                })?
            }
        };
        let made = Times::take(params)?;
        let place = |id: Option<String>, name: &str| {
            let find = |id: String| {
                self.places.get(&id).copied().ok_or_else(|| Refusal::missing_reference("object", &id, name))
            };
            id.map(find).transpose()
        };
        let older_than = place(params.take("starting_after"), "starting_after")?;
        let newer_than = place(params.take("ending_before"), "ending_before")?;

        let fits = |(_, item): &(usize, &T)| made.include(item.created()) && wanted(item);
        let items = self.items.iter().enumerate();
        // Going forward the page is what follows the cursor; going back it is what lies just before it.
        let (mut page, newest_first): (Vec<_>, bool) = if let Some(cursor) = newer_than {
            (items.skip(cursor + 1).filter(fits).take(limit + 1).collect(), false)
        } else {
            let end = older_than.unwrap_or(self.items.len());
            (items.take(end).rev().filter(fits).take(limit + 1).collect(), true)
        };
        let has_more = page.len() > limit;
        page.truncate(limit);
        if !newest_first {
            page.reverse();
        }
        let data: Vec<Value> = page.into_iter().map(|(_, item)| show(item)).collect();
        Ok(json!({ "object": "list", "url": url, "has_more": has_more, "data": data }))
    }
}

/// `created=T` or any of `created[gte|gt|lte|lt]=T`.
struct Times {
    from: i64,
    to: i64,
}

impl Times {
    fn take(params: &mut Params) -> Result<Self, Refusal> {
        if let Some(exact) = params.take_integer("created")? {
            return Ok(Self { from: exact, to: exact });
        }
        let mut bounds = params.take_group("created");
        let mut times = Self { from: i64::MIN, to: i64::MAX };
        if let Some(at) = bounds.take_integer("gte")? {
            times.from = times.from.max(at);
        }
        if let Some(at) = bounds.take_integer("gt")? {
            times.from = times.from.max(at.saturating_add(1));
        }
        if let Some(at) = bounds.take_integer("lte")? {
            times.to = times.to.min(at);
        }
        if let Some(at) = bounds.take_integer("lt")? {
            times.to = times.to.min(at.saturating_sub(1));
        }
        bounds.finish()?;
        Ok(times)
    }

    fn include(&self, at: i64) -> bool {
        (self.from..=self.to).contains(&at)
    }
}
