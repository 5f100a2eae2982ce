//! Wire-level stand-ins for the systems outside the shop.
