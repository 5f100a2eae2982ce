//! A refusal inside a transaction is one typed error.

use super::source::Source;

/// A result in a result has two kinds of failure, and `?` sees only one. Patterns may take apart what a foreign
/// function returns, for example `tokio::time::timeout`.
pub fn results_in_results(source: &Source) -> Vec<String> {
    let behind =
        |text: &'static str| source.code.match_indices(text).map(|(at, _)| &source.code[at + text.len()..]);
    let nested = behind("Result<").filter(|after| after.trim_start().starts_with("Result<"));
    let values = behind("Ok(Err(").filter(|after| !is_pattern(after));
    let types = nested.map(|_| "Result<Result<…>> needs an error enum, or db::Committed".to_owned());
    types.chain(values.map(|_| "Ok(Err(…)) needs an error enum, or db::Committed".to_owned())).collect()
}

/// Whether an arm or a `let` follows the closing brackets.
fn is_pattern(after: &str) -> bool {
    let mut depth = 2;
    let end = after.find(|c: char| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    let rest = after[end.map_or(after.len(), |end| end + 1)..].trim_start();
    let is_comparison = rest.starts_with("==");
    !is_comparison && ["=", "|", "if "].iter().any(|next| rest.starts_with(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(code: &str) -> usize {
        results_in_results(&Source::rust("server/src/sales/orders/place_order.rs", code)).len()
    }

    #[test]
    fn a_result_in_a_result_is_caught() {
        for code in [
            "fn f() -> Result<Result<Tool, Refusal>, db::Error> {}",
            "fn f() -> Result<\n    Result<Tool, Refusal>,\n    db::Error,\n> {}",
            "return Ok(Err(Refusal::TooMany(limited)));",
            "match found { None => Ok(Err(Refusal::Unknown)), Some(_) => Ok(Ok(())) }",
        ] {
            assert_eq!(faults(code), 1, "{code}");
        }
    }

    #[test]
    fn what_a_foreign_function_returns_may_be_taken_apart() {
        for code in [
            "match timeout(LIMIT, call).await { Ok(Err(Fault(error))) => {} _ => {} }",
            "match ran { Ok(Err(error)) if error.is_closed() => {} _ => {} }",
            "if let Ok(Err(error)) = timeout(LIMIT, call).await {}",
            "fn f() -> Result<(), Error> { let a: Option<Result<(), Error>> = None; Ok(()) }",
        ] {
            assert_eq!(faults(code), 0, "{code}");
        }
    }
}
