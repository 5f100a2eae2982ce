//! A set of numbers of words, in little memory.

/// Rising numbers. Each is stored as its difference from the one before, seven bits in a byte, the lowest bits first.
/// The highest bit of a byte says that more follow.
#[derive(Debug, PartialEq, Eq)]
pub struct WordSet(Box<[u8]>);

impl WordSet {
    pub fn new(mut words: Vec<u32>) -> Self {
        words.sort_unstable();
        words.dedup();
        let (mut bytes, mut last) = (Vec::with_capacity(2 * words.len()), 0);
        for word in words {
            let mut rest = word - last;
            last = word;
            while rest >= 0x80 {
                bytes.push((rest & 0x7F) as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push((rest & 0x7F) as u8);
        }
        Self(bytes.as_slice().into()) // a copy, because a shrunk buffer would keep its size
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        let (mut word, mut rest) = (0, self.0.iter());
        std::iter::from_fn(move || {
            let (mut difference, mut shift) = (0, 0);
            loop {
                let byte = rest.next()?;
                difference |= u32::from(byte & 0x7F) << shift;
                if *byte < 0x80 {
                    word += difference;
                    return Some(word);
                }
                shift += 7;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_each_of_its_words_once_in_order() {
        for words in [
            vec![],
            vec![0],
            vec![7, 3, 7, 3],
            vec![0, 127, 128, 255, 16_383, 16_384, 16_385],
            vec![u32::MAX, 0, u32::MAX - 1],
        ] {
            let expected = std::collections::BTreeSet::from_iter(words.clone());
            let set = WordSet::new(words);
            assert_eq!(set.iter().collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
        }
        assert_eq!(WordSet::new(vec![1_000, 1_001, 1_300]).0.len(), 5);
    }
}
