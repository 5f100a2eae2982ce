//! Parses the command line and runs the command.

use std::{io::IsTerminal as _, path::PathBuf, process::ExitCode, sync::LazyLock};

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tracing_subscriber::{Layer, Registry, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _};
use trowel::{
    app::cli::{
        CliError,
        admin::{self, AdminCommand},
        backup::{self, BackupFileArgs, CopyArgs, RestoreFileArgs},
        command_line,
        config::{self, ConfigCommand},
        doctor,
        health::{self, HealthArgs},
        licenses,
        mail::{self, MailCommand},
        repair::{self, AdjustStockArgs, RefundArgs},
        serve,
        verify::{self, VerifyArgs},
    },
    base::config::{
        ConfigArgs,
        environment::{self, LogFormat},
        settings_file,
    },
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// `0.1.0 (commit 1a2b3c4d5e6f, features: acme, demo)`. scripts/build and deploy/Containerfile name the commit. Only
/// this file depends on it, so that a commit builds little again.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = commit();
    let features = [
        ("acme", cfg!(feature = "acme")),
        ("demo", cfg!(feature = "demo")),
        ("otlp", cfg!(feature = "otlp")),
        ("s3", cfg!(feature = "s3")),
    ];
    let features: Vec<_> = features.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| *name).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    format!("{} (commit {commit}, features: {features})", env!("CARGO_PKG_VERSION"))
});

fn commit() -> &'static str {
    option_env!("TROWEL_COMMIT").filter(|commit| !commit.is_empty()).unwrap_or("unknown")
}

/// An online shop for gardening tools in one program.
#[derive(Parser)]
#[command(version = VERSION.as_str(), about)]
struct CommandLine {
    /// A file of lines NAME=value, such as /etc/trowel.env, for variables that are not set
    // Read by `with_settings_file`, before the other settings.
    #[arg(long, global = true, value_name = "FILE")]
    settings: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Try the shop with sample tools, two accounts, and a sandbox for all external services
    #[cfg(feature = "demo")]
    Demo(ConfigArgs),
    /// Run the shop for real customers
    Serve(ConfigArgs),
    /// Check that stock, orders, payments and the card provider's records agree
    Verify(VerifyArgs),
    /// Write all rows and pictures into one file, while the shop runs
    Backup(BackupFileArgs),
    /// Restore a backup into an empty database
    Restore(RestoreFileArgs),
    /// Copy a shop into an empty database, also of the other engine
    Copy(CopyArgs),
    /// Say whether the shop is ready; the exit code is for the health check of a container
    Health(HealthArgs),
    /// Check everything that the settings name: folders, database, clock, services, public URL, backup
    Doctor(ConfigArgs),
    /// Check the settings
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Take a tool's available quantity as counted, and record the difference
    AdjustStock(AdjustStockArgs),
    /// Let the running shop refund a payment that succeeded but paid no order
    Refund(RefundArgs),
    /// Print the licence texts of all packages inside this program
    Licenses,
    /// Print a script that completes commands and flags in a shell
    Completions { shell: clap_complete::Shell },
    /// Write manual pages for `man`, one for each command
    ManPages { folder: PathBuf },
    /// Change who administers the shop
    #[command(subcommand)]
    Admin(AdminCommand),
    /// Try the settings of e-mail
    #[command(subcommand)]
    Mail(MailCommand),
}

fn main() -> ExitCode {
    if let Err(error) = with_settings_file() {
        eprintln!("trowel: {error}");
        return error.exit_code().into();
    }
    let command = environment::with_secret_files(CommandLine::command());
    let matches = without_empty_variables(command).get_matches();
    let line = CommandLine::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    #[cfg(feature = "otlp")]
    let traces = match trowel::app::traces::otlp::start().transpose() {
        Ok(traces) => traces,
        Err(error) => {
            let error = CliError::Settings(format!("traces could not be started: {error}"));
            eprintln!("trowel: {error}");
            return error.exit_code().into();
        }
    };
    #[cfg(feature = "otlp")]
    start_logging(traces.as_ref().map(trowel::app::traces::otlp::layer));
    #[cfg(not(feature = "otlp"))]
    start_logging(None::<tracing_subscriber::layer::Identity>);
    _ = trowel::app::metrics::COMMIT.set(commit());
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("trowel: the runtime could not be started: {error}");
            return ExitCode::FAILURE;
        }
    };
    let result = runtime.block_on(run(line.command, &matches));
    // Cuts off background work, as a crash would. Waiting for an image that is being encoded would take seconds.
    runtime.shutdown_background();
    #[cfg(feature = "otlp")]
    if let Some(traces) = traces {
        // Sends what is left. A collector that does not answer has been reported.
        let _ = traces.shutdown();
    }
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("trowel: {error}");
            error.exit_code().into()
        }
    }
}

/// Starts the program again with the variables of `--settings FILE`. It returns without the flag.
fn with_settings_file() -> Result<(), CliError> {
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let Some(file) = settings_file::take(&mut arguments) else { return Ok(()) };
    let settings =
        settings_file::read(&file, |name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
            .map_err(|fault| CliError::settings(&[fault]))?;
    let program = std::env::current_exe().map_err(|error| format!("the program cannot be found: {error}"))?;
    let mut again = std::process::Command::new(program);
    // Only an error comes back: the process is the started program from here.
    let error = std::os::unix::process::CommandExt::exec(again.args(arguments).envs(settings));
    Err(CliError::from(format!("the program cannot be started with {}: {error}", file.display())))
}

async fn run(command: Command, matches: &ArgMatches) -> Result<(), CliError> {
    // Commands that take all settings report these faults together with all others.
    let faults = environment::secret_faults();
    let takes_all =
        ["demo", "serve", "config", "doctor"].contains(&matches.subcommand_name().unwrap_or_default());
    if !takes_all && !faults.is_empty() {
        return Err(CliError::settings(&faults));
    }
    if matches!(command, Command::Serve(_)) {
        warn_of_secrets(matches);
    }
    match command {
        #[cfg(feature = "demo")]
        Command::Demo(settings) => Box::pin(trowel::app::cli::demo::demo(settings)).await,
        Command::Serve(settings) => Box::pin(serve::serve(settings)).await,
        Command::Verify(settings) => verify::verify(settings).await,
        Command::Backup(settings) => backup::back_up(settings).await,
        Command::Restore(settings) => backup::restore(settings).await,
        Command::Copy(settings) => backup::copy(settings).await,
        Command::Doctor(settings) => doctor::doctor(settings).await,
        Command::Health(settings) => health::health(settings).await,
        Command::Config(command) => match matches.subcommand().and_then(|(_, config)| config.subcommand()) {
            Some((_, matches)) => config::check(command, matches).await,
            None => Ok(()),
        },
        Command::AdjustStock(settings) => repair::adjust_stock(settings).await,
        Command::Refund(settings) => repair::refund(settings).await,
        Command::Licenses => licenses::print(),
        Command::Completions { shell } => command_line::completions(CommandLine::command(), shell),
        Command::ManPages { folder } => command_line::man_pages(CommandLine::command(), &folder),
        Command::Admin(command) => admin::admin(command).await,
        Command::Mail(command) => mail::mail(command).await,
    }
}

fn warn_of_secrets(matches: &ArgMatches) {
    let command = CommandLine::command();
    let Some((name, given)) = matches.subcommand() else { return };
    let Some(command) = command.find_subcommand(name) else { return };
    let flags = environment::secrets_in_flags(command, given).join(", ");
    if !flags.is_empty() {
        tracing::warn!(
            flags,
            "every user of this machine can read these secrets in the list of processes. Set them as variables, or as files"
        );
    }
}

/// Treats an empty variable as missing, because compose files and service units write `NAME=` for unset ones.
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

/// `traces` has a filter of its own.
fn start_logging(traces: Option<impl Layer<Registry> + Send + Sync>) {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    // `demo` and `serve` report a filter or format that cannot be read, together with all other faults of the settings.
    let filter = environment::log_filter().unwrap_or_else(|_| "info".into());
    let log = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal() && !is_set("NO_COLOR"));
    let log = match environment::log_format() {
        Ok(LogFormat::Json) => log.json().flatten_event(true).with_span_list(false).boxed(),
        Ok(LogFormat::Text) | Err(_) => log.boxed(),
    };
    match traces {
        None => tracing_subscriber::registry().with(log).with(filter).init(),
        Some(traces) => {
            tracing_subscriber::registry().with(vec![traces.boxed(), log.with_filter(filter).boxed()]).init();
        }
    }
}
