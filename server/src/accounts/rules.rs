//! What the owner's settings say about accounts. The settings are above this layer and write it.

#[derive(Default)]
pub struct AccountRules {
    /// The name of the shop in text messages and authenticator apps.
    pub shop_name: String,
    pub two_step_login_for_staff: bool,
}
