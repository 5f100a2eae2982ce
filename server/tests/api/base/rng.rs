//! Random decisions of a test, reproducible by seed.

/// Splitmix64: small, and the same on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end`, exclusive.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap();
        usize::try_from(self.next() % end).unwrap()
    }

    pub fn in_a_hundred(&mut self, cases: usize) -> bool {
        self.below(100) < cases
    }
}
