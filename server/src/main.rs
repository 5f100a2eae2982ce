//! The command line.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is the part that talks to whoever started it"
)]

use std::{io::IsTerminal as _, net::SocketAddr, process::ExitCode};

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tokio::net::TcpListener;
use trowel::{
    background,
    config::{Config, Mode, Settings},
    db::{self, Db},
    demo::{
        self,
        sandbox::{self, StandIns},
    },
    http::serve::serve,
    identity::{self, user::Role},
    metrics,
    pages::setup_page,
    router::router,
    shop::Shop,
    values::{clock::Clock, email::Email},
};

use trowel::cli::{
    Failure,
    repair::{self, AdjustStockSettings, RefundSettings},
    verify::{self, PlaceSettings, VerifySettings, must_fit},
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A shop for gardening tools in one program.
#[derive(Parser)]
#[command(version, about)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Try the shop: sample tools, two accounts, and stand-ins for every outside system
    Demo(Settings),
    /// Run the shop for real customers
    Serve(Settings),
    /// Check that stock, orders, payments and the card provider's records agree; changes nothing
    Verify(VerifySettings),
    /// Take a tool's available quantity as counted, and record the difference
    AdjustStock(AdjustStockSettings),
    /// Let the running shop refund a payment that succeeded but paid no order
    Refund(RefundSettings),
    /// Say who administers the shop
    #[command(subcommand)]
    Admin(AdminCommand),
}

#[derive(Subcommand)]
enum AdminCommand {
    /// Make an existing account an administrator
    Grant(AdminSettings),
    /// Make an administrator an ordinary account again; the last one is refused
    Revoke(AdminSettings),
}

#[derive(clap::Args)]
struct AdminSettings {
    email: String,
    #[command(flatten)]
    place: PlaceSettings,
}

fn main() -> ExitCode {
    let matches = without_empty_variables(CommandLine::command()).get_matches();
    let line = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    start_logging();
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("trowel: the runtime could not be started: {error}");
            return ExitCode::FAILURE;
        }
    };
    let done = runtime.block_on(async {
        match line.command {
            Command::Demo(settings) => run(settings, Mode::Demo).await,
            Command::Serve(settings) => run(settings, Mode::Serve).await,
            Command::Verify(settings) => verify::verify(settings).await,
            Command::AdjustStock(settings) => repair::adjust_stock(settings).await,
            Command::Refund(settings) => repair::refund(settings).await,
            Command::Admin(AdminCommand::Grant(settings)) => set_role(settings, Role::Admin).await,
            Command::Admin(AdminCommand::Revoke(settings)) => set_role(settings, Role::User).await,
        }
    });
    // What still runs may be cut off at any point, as by a crash; a picture being drawn would hold up the end for seconds.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("trowel: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// An empty variable is no variable: compose files and service units write `NAME=` for what is not set.
fn without_empty_variables(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| {
            let value = argument.get_env().and_then(std::env::var_os);
            if value.is_some_and(|value| value.to_string_lossy().trim().is_empty()) {
                argument.env(None)
            } else {
                argument
            }
        })
        .mut_subcommands(without_empty_variables)
}

fn start_logging() {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let filter = is_set("TROWEL_LOG").then(|| tracing_subscriber::EnvFilter::try_from_env("TROWEL_LOG").ok());
    tracing_subscriber::fmt()
        .with_env_filter(filter.flatten().unwrap_or_else(|| "info".into()))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal() && !is_set("NO_COLOR"))
        .init();
}

async fn run(settings: Settings, mode: Mode) -> Result<(), Failure> {
    let mut config = settings.check(mode).map_err(|faults| faults.join("\ntrowel: "))?;
    let listener =
        TcpListener::bind(config.listen).await.map_err(|error| cannot_listen(config.listen, &error))?;
    let bound = listener.local_addr().map_err(|error| error.to_string())?;
    let for_metrics = match config.metrics_listen {
        None => None,
        Some(address) => {
            Some(TcpListener::bind(address).await.map_err(|error| cannot_listen(address, &error))?)
        }
    };
    if config.public_url.is_empty() {
        config.public_url = format!("http://{bound}");
    }
    if mode == Mode::Demo || matches!(config.place, db::Place::Sqlite(_)) {
        std::fs::create_dir_all(&config.data)
            .map_err(|error| format!("the folder {} cannot be created: {error}", config.data.display()))?;
    }
    let stand_ins = match mode {
        Mode::Demo => Some(
            sandbox::add(&mut config, bound)
                .map_err(|error| format!("the sandbox cannot keep its records: {error}"))?,
        ),
        Mode::Serve => None,
    };
    let db = open(&config).await?;
    let shop = Shop::open(config, db, Clock::default()).await.map_err(|error| error.to_string())?;
    let stop = told_to_stop().map_err(|error| format!("signals cannot be received: {error}"))?;
    let accounts = match mode {
        Mode::Demo => {
            demo::prepare(&shop, bound.ip().is_loopback()).await.map_err(|error| error.to_string())?
        }
        Mode::Serve => Vec::new(),
    };
    shop.catalogue.refresh().await.map_err(|error| error.to_string())?;
    let warm = shop.passwords.clone();
    tokio::spawn(async move { warm.warm_up().await });
    let housekeeping = background::start(&shop);
    match mode {
        Mode::Demo => tell_about_demo(&shop, &accounts, stand_ins.as_ref()),
        Mode::Serve => tell_about_shop(&shop, bound).await,
    }
    if let Some(listener) = for_metrics {
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let figures = metrics::start(std::sync::Arc::clone(&shop)).map_err(|error| error.to_string())?;
        println!("Figures are at http://{address}/metrics.");
        // They stop with the process: until the very end somebody may want to know.
        tokio::spawn(serve(listener, figures, std::future::pending()));
    }
    serve(listener, router(std::sync::Arc::clone(&shop), stand_ins.map(|them| them.router)), stop).await;
    housekeeping.stop().await;
    shop.db.clone().close().await;
    println!("Trowel is closed.");
    Ok(())
}

fn cannot_listen(address: SocketAddr, error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => format!(
            "{address} is taken by another program. Stop that one, or choose another port, for example --listen {}:{}",
            address.ip(),
            address.port().wrapping_add(1).max(1024)
        ),
        std::io::ErrorKind::PermissionDenied => format!("this user may not listen on {address}: {error}"),
        _ => format!("cannot listen on {address}: {error}"),
    }
}

async fn open(config: &Config) -> Result<Db, Failure> {
    Db::open(&config.place, db::Options::default()).await.map_err(|error| match &config.place {
        db::Place::Sqlite(path) => format!("the database {} cannot be opened: {error}", path.display()),
        db::Place::Postgres(_) => format!("the database at TROWEL_DATABASE_URL cannot be opened: {error}"),
    })
}

async fn tell_about_shop(shop: &Shop, bound: SocketAddr) {
    println!("Trowel is open at {} (listening on {bound}). Ctrl-C closes it.", shop.public_url());
    if setup_page::is_due(shop).await {
        println!(
            "Nobody administers it yet. Sign up at {}/signup, then: {}",
            shop.public_url(),
            setup_page::grant_command(&shop.config)
        );
    }
    if shop.cards.is_none() {
        println!("Card payment is off: no setting of the card provider is given (see .env.example).");
    }
    if !shop.mail.is_on() {
        println!(
            "Mail is off: no mail server is set (see .env.example). Nobody can verify an address or set a forgotten password."
        );
    }
}

fn tell_about_demo(shop: &Shop, accounts: &[demo::Account], stand_ins: Option<&StandIns>) {
    println!("\n  Trowel is open: {}\n", shop.public_url());
    for account in accounts {
        println!("  {:<9} {} / {}", account.role, account.email, account.password);
    }
    println!(
        "\n  Pay with 4242 4242 4242 4242, any later date and any code. No money moves: {}/sandbox/stripe/",
        shop.public_url()
    );
    if let Some(inbox) = stand_ins.and_then(|them| them.inbox.as_ref()) {
        println!("  Letters go nowhere. Read them: {inbox}");
    }
    if let Some(phones) = stand_ins.and_then(|them| them.phones.as_ref()) {
        println!("  Nor do text messages. Any number works, and here they are: {phones}");
    }
    println!("  Data is kept in {}. Ctrl-C closes the shop.\n", shop.config.data.display());
}

/// Ctrl-C, or the word of a service manager. Both are heard from the call on, not from the first poll on: whoever reads
/// that the shop is open may close it at once.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

async fn set_role(settings: AdminSettings, role: Role) -> Result<(), Failure> {
    let email = Email::parse(&settings.email)
        .ok_or_else(|| format!("{} is not an e-mail address", settings.email))?;
    let db = settings.place.open().await?;
    let change = change_role(&db, &email, role).await;
    db.close().await;
    match change? {
        identity::roles::Change::Made => println!(
            "{email} is {} now.",
            if role == Role::Admin { "an administrator" } else { "an ordinary account" }
        ),
        identity::roles::Change::WasSo => println!("{email} was that already; nothing changed."),
        identity::roles::Change::UnknownAccount => {
            return Err(format!("there is no account with the address {email}; sign up first"));
        }
        identity::roles::Change::NotVerified => {
            return Err(format!("{email} has not shown yet that the address is theirs"));
        }
        identity::roles::Change::LastAdmin => {
            return Err(format!("{email} is the last administrator; grant the role to somebody else first"));
        }
    }
    Ok(())
}

async fn change_role(db: &Db, email: &Email, role: Role) -> Result<identity::roles::Change, Failure> {
    must_fit(db).await?;
    let (by, now) = (identity::roles::By::Host, Clock::default().now());
    identity::roles::change(db, email, role, by, now).await.map_err(|error| error.to_string())
}
