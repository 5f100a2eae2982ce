//! `trowel backup`, `trowel restore` and `trowel copy`.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    CliError,
    serve::{lock_data_folder, try_lock_data_folder},
    verify::{DatabaseArgs, open_database, print_report, require_database},
};
use crate::{
    back_office::backup::{self, ArchiveTotals, CheckedBackup, OnExisting},
    base::{
        config::{database::is_postgres_url, images},
        metadata::maintenance,
    },
    clients::object_store::{FileStore, StorageLocation},
    db::{self, Db},
    values::clock::Clock,
};

#[derive(clap::Args)]
pub struct BackupFileArgs {
    /// File to write, such as trowel.tar.gz; `backup -` writes to standard output
    file: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    shop: ShopDataArgs,
}

#[derive(clap::Args)]
pub struct RestoreFileArgs {
    /// File that `trowel backup` has written; `restore -` reads it from standard input
    file: PathBuf,
    #[command(flatten)]
    shop: ShopDataArgs,
}

#[derive(clap::Args)]
pub struct ShopDataArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    pictures: PictureStoreArgs,
}

#[derive(clap::Args)]
pub struct PictureStoreArgs {
    /// s3://bucket/prefix if uploaded pictures are not in the data folder
    #[arg(long, env = "TROWEL_IMAGE_STORE")]
    image_store: Option<String>,
}

#[derive(clap::Args)]
pub struct CopyArgs {
    /// Data folder or postgres://… of the shop
    #[arg(long)]
    from: String,
    /// Data folder or postgres://… of the copy; it must be empty
    #[arg(long)]
    to: String,
    /// Data folder with the pictures of a shop at postgres://…
    #[arg(long, env = "TROWEL_DATA", default_value = "data")]
    data: PathBuf,
    #[command(flatten)]
    pictures: PictureStoreArgs,
    /// Copy the data folder of a running shop too; what it stores afterwards is missing in the copy
    #[arg(long)]
    while_running: bool,
}

/// Where the database and the pictures of a shop are.
struct ShopData {
    place: db::DatabaseLocation,
    pictures: StorageLocation,
}

impl PictureStoreArgs {
    fn location(&self, data: &Path) -> Result<StorageLocation, CliError> {
        let mut faults = Vec::new();
        let location = images::check_store(self.image_store.as_deref(), data, &mut faults);
        if faults.is_empty() { Ok(location) } else { Err(CliError::settings(&faults)) }
    }
}

impl ShopData {
    /// The shop of the settings.
    fn configured(args: ShopDataArgs) -> Result<Self, CliError> {
        let pictures = args.pictures.location(&args.database.data)?;
        Ok(Self { place: args.database.place()?, pictures })
    }

    /// The shop of `--from` or `--to`. The pictures of a URL are where the settings say.
    fn named(end: &str, args: &CopyArgs) -> Result<Self, CliError> {
        if is_postgres_url(end) {
            let pictures = args.pictures.location(&args.data)?;
            return Ok(Self { place: db::DatabaseLocation::Postgres(end.to_owned()), pictures });
        }
        let (data, pictures) = (Path::new(end), StorageLocation::Folder(Path::new(end).join("images")));
        Ok(Self { place: db::DatabaseLocation::Sqlite(data.join("trowel.sqlite")), pictures })
    }

    /// Two spellings of one folder are the same shop.
    fn is_same_as(&self, other: &Self) -> bool {
        let real = |shop: &Self| shop.data_folder().and_then(|folder| folder.canonicalize().ok());
        self.place == other.place || real(self).is_some_and(|folder| real(other) == Some(folder))
    }

    async fn open(&self) -> Result<Db, CliError> {
        require_database(&self.place)?;
        open_database(&self.place).await
    }

    /// Locks the folder of the shop. No shop starts on it until the lock is dropped.
    fn lock(&self) -> Result<Option<File>, CliError> {
        self.data_folder().map(lock_data_folder).transpose()
    }

    /// Refuses the folder of a running shop, whose later orders would be missing in a copy. Nodes on PostgreSQL hold no
    /// lock.
    fn lock_source(&self) -> Result<Option<File>, CliError> {
        require_database(&self.place)?;
        let Some(folder) = self.data_folder() else { return Ok(None) };
        match try_lock_data_folder(folder)? {
            Some(lock) => Ok(Some(lock)),
            None => Err(format!(
                "a shop is running on the folder {}. Stop it first, because its later orders would be missing in the copy. \
                 To copy it nevertheless, add --while-running",
                folder.display()
            )
            .into()),
        }
    }

    fn data_folder(&self) -> Option<&Path> {
        self.database_file().map(|file| file.parent().unwrap_or(Path::new(".")))
    }

    fn database_file(&self) -> Option<&Path> {
        match &self.place {
            db::DatabaseLocation::Sqlite(path) => Some(path),
            db::DatabaseLocation::Postgres(_) => None,
        }
    }

    /// Every shop has a folder of pictures. A backup without them would be found out too late.
    fn existing_pictures(&self) -> Result<FileStore, CliError> {
        match self.pictures.missing_folder() {
            Some(folder) => Err(format!(
                "there is no folder of pictures at {}; give the data folder of the shop with --data",
                folder.display()
            )
            .into()),
            None => self.pictures(),
        }
    }

    fn pictures(&self) -> Result<FileStore, CliError> {
        FileStore::open(&self.pictures).map_err(|error| format!("pictures cannot be opened: {error}").into())
    }
}

pub async fn back_up(args: BackupFileArgs) -> Result<(), CliError> {
    let started = Instant::now();
    let shop = ShopData::configured(args.shop)?;
    let (db, pictures) = (shop.open().await?, shop.existing_pictures()?);
    let now = Clock::default().now();
    let is_stream = args.file.as_os_str() == "-";
    let on_existing = if args.force { OnExisting::Replace } else { OnExisting::Refuse };
    let written = if is_stream {
        backup::write_stream(&db, Some(&pictures), io::stdout(), now).await
    } else {
        backup::write_file(&db, Some(&pictures), &args.file, on_existing, now).await
    };
    let recorded = match &written {
        Ok(_) => db.write(now, |tx, at| Box::pin(maintenance::record_manual_backup(tx, *at))).await,
        Err(_) => Ok(()),
    };
    db.close().await;
    let totals = written.map_err(|error| error.to_string())?;
    if let Err(error) = recorded {
        eprintln!("The shop does not know of this backup, because its time could not be recorded: {error}");
    }
    let told = summary(&totals, started.elapsed());
    if is_stream {
        eprintln!("The backup is complete: {told}.");
    } else {
        let size = args.file.metadata().map_or(0, |file| file.len());
        println!("{} is complete: {told}, {} bytes.", args.file.display(), size);
    }
    Ok(())
}

/// Reads the whole backup before it makes a folder or a database.
pub async fn restore(args: RestoreFileArgs) -> Result<(), CliError> {
    let started = Instant::now();
    let near = existing_folder(&args.shop.database.data);
    let shop = ShopData::configured(args.shop)?;
    let backup = CheckedBackup::open(&args.file, &near).await.map_err(|error| error.to_string())?;
    let _lock = shop.lock()?;
    let new_file = shop.database_file().filter(|file| !file.exists());
    let (pictures, db) = (shop.pictures()?, open_database(&shop.place).await?);
    let restored = backup::restore(&db, &pictures, backup, Clock::default().now()).await;
    let is_restored = restored.is_ok();
    let done = match restored {
        Ok(totals) => {
            let name = if args.file.as_os_str() == "-" {
                "The backup".into()
            } else {
                args.file.display().to_string()
            };
            println!("{name} is restored: {}.", summary(&totals, started.elapsed()));
            print_report(&db, None).await
        }
        Err(error) => Err(error.to_string().into()),
    };
    db.close().await;
    if let Some(file) = new_file.filter(|_| !is_restored) {
        remove_database(file);
    }
    done
}

/// The data folder, or the nearest one above it that exists.
fn existing_folder(data: &Path) -> PathBuf {
    let found = data.ancestors().find(|folder| folder.is_dir());
    found.unwrap_or(Path::new(".")).to_owned()
}

/// `serve` would open the empty database of a failed restore or copy as a new shop.
fn remove_database(file: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut path = file.as_os_str().to_owned();
        path.push(ending);
        // What cannot be removed is empty.
        _ = fs::remove_file(path);
    }
}

pub async fn copy(args: CopyArgs) -> Result<(), CliError> {
    let started = Instant::now();
    let (from, to) = (ShopData::named(&args.from, &args)?, ShopData::named(&args.to, &args)?);
    if from.is_same_as(&to) {
        return Err(format!("--from and --to name the same shop, {}; nothing was copied", args.from).into());
    }
    let _source_lock = if args.while_running { None } else { from.lock_source()? };
    let moves_pictures = from.pictures != to.pictures;
    let source_pictures = if moves_pictures { Some(from.existing_pictures()?) } else { None };
    let source = from.open().await?;
    // What can be wrong with the source is known now, so a refusal has made nothing.
    let _lock = to.lock()?;
    let new_file = to.database_file().filter(|file| !file.exists());
    let pictures = source_pictures.map(|source| Ok::<_, CliError>((source, to.pictures()?))).transpose()?;
    let target = open_database(&to.place).await?;
    let progress = |table: &str, rows| println!("{table}: {rows} rows");
    let copied = backup::copy(&source, &target, pictures, Clock::default().now(), progress).await;
    source.close().await;
    let is_copied = copied.is_ok();
    let done = match copied {
        Ok(totals) => {
            println!("The copy is complete: {}.", summary(&totals, started.elapsed()));
            println!("Rows and checksums of each table are the same on both sides.");
            if moves_pictures {
                println!("The pictures are in {}.", to.pictures);
            } else {
                println!("Both sides use the same pictures, so none were copied.");
            }
            print_report(&target, None).await
        }
        Err(error) => Err(error.to_string().into()),
    };
    target.close().await;
    if let Some(file) = new_file.filter(|_| !is_copied) {
        remove_database(file);
    }
    done
}

fn summary(totals: &ArchiveTotals, time: Duration) -> String {
    let count = |table: &str| totals.tables.get(table).map_or(0, |table| table.rows);
    format!(
        "{} rows ({} accounts, {} tools, {} orders) and {} picture files in {:.1} seconds",
        totals.rows(),
        count("users"),
        count("tools"),
        count("orders"),
        totals.pictures,
        time.as_secs_f64()
    )
}
