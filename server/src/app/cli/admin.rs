//! `trowel admin`: makes an account an administrator, or an ordinary account again.

use clap::{Args, Subcommand};

use super::{
    CliError,
    verify::{DatabaseArgs, require_migrated},
};
use crate::{
    accounts::{
        roles::{self, GrantedBy, RoleChange, RoleEdit},
        second_factor::{self, RemoveSecondFactorOutcome},
        store::account_by_email,
        user::Role,
    },
    base::metadata,
    db::Db,
    values::{clock::Clock, email::Email},
};

#[derive(Subcommand)]
pub enum AdminCommand {
    /// Make an existing account an administrator
    Grant(GrantArgs),
    /// Make an administrator an ordinary account again; the last administrator stays
    Revoke(AdminArgs),
    /// Turn off the two-step login of an account whose user has lost the app and the recovery codes
    RemoveSecondFactor(AdminArgs),
}

#[derive(Args)]
pub struct GrantArgs {
    #[command(flatten)]
    account: AdminArgs,
    /// Also if the e-mail address is not confirmed, although the shop sends e-mail
    #[arg(long)]
    unverified: bool,
}

#[derive(Args)]
pub struct AdminArgs {
    /// E-mail address of the account
    email: String,
    #[command(flatten)]
    database: DatabaseArgs,
}

pub async fn admin(command: AdminCommand) -> Result<(), CliError> {
    let (args, edit, unverified) = match command {
        AdminCommand::Grant(GrantArgs { account, unverified }) => {
            (account, RoleEdit::Grant(Role::Admin), unverified)
        }
        AdminCommand::Revoke(account) => (account, RoleEdit::Revoke(Role::Admin), false),
        AdminCommand::RemoveSecondFactor(account) => return remove_second_factor(account).await,
    };
    let email =
        Email::parse(&args.email).ok_or_else(|| format!("{} is not an e-mail address", args.email))?;
    let db = args.database.open().await?;
    let change = change_role(&db, &email, edit, unverified).await;
    let hint = if matches!(edit, RoleEdit::Grant(_)) { password_hint(&db, &email).await } else { None };
    let sends_emails = metadata::verifies_emails(&db).await.map_err(|error| error.to_string());
    db.close().await;
    match change? {
        RoleChange::Made => {
            let name =
                if matches!(edit, RoleEdit::Grant(_)) { "an administrator" } else { "an ordinary account" };
            println!("{email} is now {name}.");
            if let Some(hint) = hint {
                println!("{hint}");
            }
            Ok(())
        }
        RoleChange::Unchanged => {
            println!("{email} already has this role, nothing changed.");
            Ok(())
        }
        RoleChange::UnknownAccount => {
            Err(format!("there is no account with the address {email}; sign up first").into())
        }
        RoleChange::NotVerified => Err(format!(
            "{email} is not confirmed yet, so the account may belong to someone else; open the link in the \
                 confirmation e-mail first, or repeat the command with --unverified"
        )
        .into()),
        RoleChange::NoLoginMethod => {
            Err(format!("no one can log in to {email} yet; {}", first_login(sends_emails?)).into())
        }
        RoleChange::LastAdmin => {
            Err(format!("{email} is the last administrator; make another account an administrator first")
                .into())
        }
    }
}

/// How the user of an account without a login method gets one.
fn first_login(sends_emails: bool) -> &'static str {
    if sends_emails {
        "set a password first, with “Forgot your password?” on the login page"
    } else {
        "sign up with this address first"
    }
}

async fn remove_second_factor(args: AdminArgs) -> Result<(), CliError> {
    let email =
        Email::parse(&args.email).ok_or_else(|| format!("{} is not an e-mail address", args.email))?;
    let db = args.database.open().await?;
    let removed = async {
        require_migrated(&db).await?;
        let removed = second_factor::remove_by_host(&db, &email, Clock::default().now()).await;
        removed.map_err(|error| CliError::from(error.to_string()))
    };
    let removed = removed.await;
    db.close().await;
    match removed? {
        RemoveSecondFactorOutcome::Removed => {
            println!("{email} now logs in without a second step.");
            Ok(())
        }
        RemoveSecondFactorOutcome::NotOn => {
            println!("{email} does not use two-step login, nothing changed.");
            Ok(())
        }
        RemoveSecondFactorOutcome::UnknownAccount => {
            Err(format!("there is no account with the address {email}").into())
        }
    }
}

/// What a new administrator with a weak password has to do. A demo takes every password.
async fn password_hint(db: &Db, email: &Email) -> Option<&'static str> {
    if metadata::is_demo(db).await.ok()? {
        return None;
    }
    let account = db.read(email.clone(), |tx, email| account_by_email(tx, email)).await.ok()??;
    account.password_hash?;
    match account.has_weak_password {
        Some(true) => Some(
            "The password has fewer than 12 characters or is easy to guess. Choose a longer one under Account & security. \
             Until then the account acts as a customer.",
        ),
        None => Some(
            "If the password has fewer than 12 characters or is easy to guess, choose a longer one under Account & \
             security. Until then the account acts as a customer.",
        ),
        Some(false) => None,
    }
}

async fn change_role(
    db: &Db,
    email: &Email,
    edit: RoleEdit,
    unverified: bool,
) -> Result<RoleChange, CliError> {
    require_migrated(db).await?;
    let verifies_emails = metadata::verifies_emails(db).await.map_err(|error| error.to_string())?;
    let by = GrantedBy::Host { only_verified: verifies_emails && !unverified };
    let change = roles::change(db, email, edit, by, Clock::default().now()).await;
    Ok(change.map_err(|error| error.to_string())?)
}

#[cfg(test)]
mod tests {
    use super::first_login;

    #[test]
    fn a_shop_without_email_names_no_link_that_it_cannot_send() {
        assert!(first_login(true).contains("Forgot your password?"));
        assert!(!first_login(false).contains("Forgot"));
    }
}
