//! Parses the user info of each provider.

use serde::{Deserialize, de::DeserializeOwned};

use super::{OAuthError, UserInfo};
use crate::values::email::Email;

#[derive(Deserialize)]
struct GithubUser {
    id: u64,
    login: String,
    name: Option<String>,
    avatar_url: Option<String>,
}

#[derive(Deserialize)]
struct GithubEmail {
    email: String,
    primary: bool,
    verified: bool,
}

/// <https://docs.github.com/rest/users/emails>. Only a verified primary address is used.
pub fn parse_github(user: &[u8], emails: &[u8]) -> Result<UserInfo, OAuthError> {
    let (user, emails): (GithubUser, Vec<GithubEmail>) = (parse_json(user)?, parse_json(emails)?);
    let primary = emails.into_iter().find(|email| email.primary && email.verified);
    Ok(UserInfo {
        issuer: None,
        subject: user.id.to_string(),
        verified_email: primary.and_then(|primary| Email::parse(&primary.email)),
        name: user.name.unwrap_or_default(),
        photo_url: user.avatar_url,
        label: user.login,
    })
}

#[derive(Deserialize)]
struct FacebookUser {
    id: String,
    name: String,
    picture: Option<FacebookPicture>,
}

#[derive(Deserialize)]
struct FacebookPicture {
    data: FacebookPictureData,
}

#[derive(Deserialize)]
struct FacebookPictureData {
    url: Option<String>,
}

/// <https://developers.facebook.com/docs/graph-api/reference/user>. It does not tell whether an address is verified.
pub fn parse_facebook(user: &[u8]) -> Result<UserInfo, OAuthError> {
    let user: FacebookUser = parse_json(user)?;
    Ok(UserInfo {
        issuer: None,
        subject: user.id,
        verified_email: None,
        label: user.name.clone(),
        name: user.name,
        photo_url: user.picture.and_then(|picture| picture.data.url),
    })
}

#[derive(Deserialize)]
struct TwitterEnvelope<T> {
    data: T,
}

#[derive(Deserialize)]
struct TwitterUser {
    id: String,
    name: String,
    username: String,
    profile_image_url: Option<String>,
}

/// <https://docs.x.com/x-api/users/get-my-user>. It returns no address.
pub fn parse_twitter(user: &[u8]) -> Result<UserInfo, OAuthError> {
    let TwitterEnvelope { data: user } = parse_json::<TwitterEnvelope<TwitterUser>>(user)?;
    Ok(UserInfo {
        issuer: None,
        subject: user.id,
        verified_email: None,
        name: user.name,
        photo_url: user.profile_image_url,
        label: format!("@{}", user.username),
    })
}

/// Errors leave out the body, which is personal data.
fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, OAuthError> {
    serde_json::from_slice(body)
        .map_err(|error| OAuthError::InvalidResponse(format!("unexpected user info, line {}", error.line())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OCTOCAT: &[u8] = br#"{ "id": 583231, "login": "octocat", "name": null, "email": "public@example.com", "avatar_url": "https://a.example/u/583231" }"#;

    fn github_email(emails: &str) -> Option<String> {
        parse_github(OCTOCAT, emails.as_bytes()).unwrap().verified_email.map(|email| email.to_string())
    }

    #[test]
    fn only_the_verified_primary_address_of_github_counts() {
        assert_eq!(
            github_email(
                r#"[{ "email": "other@example.com", "primary": false, "verified": true },
                    { "email": "Octocat@Example.com", "primary": true, "verified": true, "visibility": null }]"#
            )
            .as_deref(),
            Some("octocat@example.com")
        );
        for emails in [
            "[]",
            r#"[{ "email": "octocat@example.com", "primary": true, "verified": false }]"#,
            r#"[{ "email": "octocat@example.com", "primary": false, "verified": true }]"#,
            r#"[{ "email": "nonsense", "primary": true, "verified": true }]"#,
        ] {
            assert_eq!(github_email(emails), None, "{emails}");
        }
        let person = parse_github(OCTOCAT, b"[]").unwrap();
        assert_eq!(
            (person.subject.as_str(), person.label.as_str(), person.name.as_str()),
            ("583231", "octocat", "")
        );
    }

    #[test]
    fn facebook_and_twitter_verify_no_address() {
        let user = br#"{ "id": "10", "name": "Ada Moss", "email": "ada@example.com", "picture": { "data": { "url": "https://a.example/10" } } }"#;
        let person = parse_facebook(user).unwrap();
        assert_eq!((person.subject.as_str(), &person.verified_email), ("10", &None));
        assert_eq!(person.photo_url.as_deref(), Some("https://a.example/10"));
        let user = br#"{ "data": { "id": "11", "name": "Ada", "username": "adamoss", "confirmed_email": "ada@example.com" } }"#;
        let person = parse_twitter(user).unwrap();
        assert_eq!((person.label.as_str(), &person.verified_email), ("@adamoss", &None));
    }

    #[test]
    fn a_userinfo_response_of_another_shape_is_rejected() {
        for body in ["", "{}", "[]", r#"{ "id": null }"#, r#"{ "error": { "message": "ada@example.com" } }"#]
        {
            for judged in [
                parse_github(body.as_bytes(), b"[]"),
                parse_facebook(body.as_bytes()),
                parse_twitter(body.as_bytes()),
            ] {
                let error = judged.unwrap_err().to_string();
                assert!(!error.contains("ada@"), "{error}");
            }
        }
    }
}
