//! The random numbers of a seed.

/// Splitmix64: small, and the same on every machine.
#[derive(Clone)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// An independent stream. Reading it does not advance this one.
    pub fn fork(&mut self) -> Self {
        Self(self.next())
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
        let end = u64::try_from(end).expect("a usize fits");
        usize::try_from(self.next() % end).expect("it is below `end`")
    }

    pub fn percent_chance(&mut self, cases: usize) -> bool {
        self.below(100) < cases
    }

    /// `None` if the slice is empty.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { Some(&from[self.below(from.len())]) }
    }

    /// Chooses an item with a probability proportional to its weight.
    pub fn choose_weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> T {
        let mut left = self.below(choices.iter().map(|(weight, _)| weight).sum());
        for (weight, choice) in choices {
            if left < *weight {
                return *choice;
            }
            left -= weight;
        }
        unreachable!("what is left is below the sum of the weights")
    }
}
