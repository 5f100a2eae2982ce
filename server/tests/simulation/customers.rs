//! Customers between two purchases: they fill their baskets, read what they cost, and look at their orders. None of it
//! can fail, so it happens at once and stops nowhere.

use serde_json::{Value, json};

use crate::{
    actions::{Action, Call, Reply},
    baskets::{ShownQuote, Tab},
    charges::{Charges, PLACES},
    codes::CODES,
    oracle::{Order, Wish, ensure},
    world::World,
};

impl World<'_> {
    /// Sends a request that does not stop. The operations that wait stay where they are.
    fn send_at_once(&self, node: usize, call: Call) -> Reply {
        let was_enabled = self.scheduler.stop();
        let reply = self.environment.runtime.block_on(call.send(self.nodes[node].router.clone()));
        if was_enabled {
            self.scheduler.resume_all();
        }
        self.scheduler.take_wrote();
        reply
    }

    /// The owner sets the shop up and makes the codes.
    pub(crate) fn set_up(&mut self) {
        let mut charges = Charges::first(&mut self.rng, self.has_charges);
        let admin = self.actors.len() - 1;
        let call =
            Call::new("PUT", "/shop-settings".into(), &self.token(admin)).with("if-match", "\"0\"".into());
        let reply = self.send_at_once(0, call.json(&charges.body()));
        assert_eq!(reply.status, 200, "{}", reply.body);
        let refreshed = self.environment.runtime.block_on(self.nodes[1].shop.settings.refresh());
        refreshed.expect("the settings can be read");
        self.note(format_args!("the shop charges {charges:?}"));
        charges.revision = 1;
        self.oracle.charges.push(charges);
        for code in &CODES {
            let call = self.call_as(admin, "POST", "/discountCodes").json(&code.body());
            let reply = self.send_at_once(0, call);
            assert_eq!(reply.status, 200, "{}", reply.body);
        }
    }

    /// A customer puts one to five tools into the basket and reads what they cost.
    pub(crate) fn fill_basket(&mut self) -> Result<(), String> {
        let node = self.rng.below(self.nodes.len());
        let who = self.pick_buyer();
        // If the loop adds no tool, only the price is read again, as in a second tab.
        let lines = self.rng.below(6);
        for _ in 0..lines {
            let tool = self.rng.below(self.tools.len());
            let quantity = *self.rng.choose(&[1, 1, 1, 2, 3]).expect("the list is not empty");
            let path = format!("/basket/lines/{}", self.tools[tool].id);
            let call = self.call_as(who, "PUT", &path).json(&json!({ "quantity": quantity }));
            let reply = self.send_at_once(node, call);
            ensure(reply.status == 200, || format!("a basket cannot be filled: {}", reply.body))?;
        }
        if self.rng.percent_chance(50) {
            let word = CODES[self.pick_code()].word;
            let call = self.call_as(who, "PUT", "/basket/code").json(&json!({ "code": word.to_lowercase() }));
            let reply = self.send_at_once(node, call);
            ensure([200, 409, 422, 429].contains(&reply.status), || {
                format!("no code works: {}", reply.body)
            })?;
            self.stats.codes += u64::from(reply.status == 200);
        }
        let now = self.clock.now();
        self.oracle.check(self.environment, &self.provider, now, (now, 0..=0))?;
        let place = self.rng.below(PLACES.len());
        let method = match self.rng.below(10) {
            0..5 => json!("pick-up"),
            5 => json!("courier"),
            _ => Value::Null,
        };
        let (province, code) = PLACES[place];
        let body = json!({ "address": { "province": province, "postalCode": code }, "method": method });
        let call = self.call_as(who, "POST", "/quote").json(&body);
        let reply = self.send_at_once(node, call);
        ensure([200, 429].contains(&reply.status), || format!("a basket has no price: {}", reply.body))?;
        let owner = match who.checked_sub(self.actors.len()) {
            Some(browser) => self.browsers[browser].basket_owner(),
            None => self.actors[who].user.id.to_string(),
        };
        let shown = ShownQuote::new(Tab { who, owner, place }, &reply.body);
        let total = shown.as_ref().map(|shown| shown.total);
        let name = self.person_name(who);
        self.note(format_args!("{name} fills the basket {lines} times, for {total:?} in {province}"));
        self.oracle.quotes.extend(shown);
        Ok(())
    }

    /// The administrator refunds the rest of the latest paid purchase of several lines, one line after the other.
    pub(crate) fn refund_all_lines(&mut self) -> Result<(), String> {
        let is_left =
            |order: &&Order| order.exists() && ["paid", "shipped"].contains(&order.row.state.as_str());
        let several =
            self.oracle.orders_by_age().filter(|order| is_left(order) && order.row.lines > 1).last();
        let Some(purchase) = several.map(|order| order.row.purchase_id.clone()) else { return Ok(()) };
        let name = self.oracle.purchase_name(&purchase);
        self.note(format_args!("all lines of {name} are refunded"));
        let left: Vec<String> = self
            .oracle
            .lines_of(&purchase)
            .into_iter()
            .filter(is_left)
            .map(|order| order.row.id.clone())
            .collect();
        let token = self.token(self.actors.len() - 1);
        for order in left {
            let call = Call::new("POST", format!("/orders/{order}/refund"), &token);
            self.send_at_once(0, call.json(&json!({ "returnStock": false })));
            let now = self.clock.now();
            self.oracle.check(self.environment, &self.provider, now, (now, 0..=0))?;
        }
        Ok(())
    }

    /// 10: each customer has the own orders in the list, and no others.
    pub(crate) fn check_lists(&mut self) -> Result<(), String> {
        for who in 0..self.actors.len() - 1 {
            let token = self.token(who);
            let reply = self.send_at_once(0, Call::new("GET", "/orders".into(), &token));
            let Value::Array(listed) = &reply.body else {
                return Err(format!("no list of orders: {}", reply.body));
            };
            let mut listed: Vec<&str> = listed.iter().filter_map(|order| order["_id"].as_str()).collect();
            let user = self.actors[who].user.id.as_str();
            let own = self.oracle.orders.values().filter(|order| order.exists() && order.row.user_id == user);
            let mut own: Vec<&str> = own.map(|order| order.row.id.as_str()).collect();
            listed.sort_unstable();
            own.sort_unstable();
            ensure(listed == own, || {
                format!("10: {} has {} orders and sees {}", self.actors[who].name, own.len(), listed.len())
            })?;
        }
        Ok(())
    }

    pub(crate) fn count_reply(&mut self, action: &Action, reply: &Reply) {
        match (action, reply.status) {
            (Action::Buy { key }, status) if matches!(self.oracle.keys[*key].wish, Wish::Checkout(_)) => {
                let key = &self.oracle.keys[*key];
                self.stats.checkouts += u64::from(status == 200);
                self.stats.by_guests += u64::from(status == 200 && self.is_browser(key.who));
                self.stats.to_be_fetched += u64::from(status == 200 && key.pays_at_pick_up);
                self.stats.refused_checkouts += u64::from(status != 200);
            }
            (Action::Extend { .. }, 200) => self.stats.extended += 1,
            (Action::OpenLink { .. }, 200) => self.stats.opened_links += 1,
            (Action::EditSettings { .. }, 200) => self.stats.edited_settings += 1,
            _ => {}
        }
    }
}
