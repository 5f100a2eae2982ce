//! `trowel backup`, `trowel restore` and `trowel copy`.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    CliError,
    serve::lock_data_folder,
    verify::{DatabaseArgs, print_report},
};
use crate::{
    backup::{self, ArchiveTotals},
    clients::object_store::{FileStore, StorageLocation},
    config::images,
    db::{self, Db},
    values::clock::Clock,
};

#[derive(clap::Args)]
pub struct BackupFileArgs {
    /// File of the backup, such as trowel.tar.gz; `backup -` writes to standard output
    file: PathBuf,
    #[command(flatten)]
    shop: ShopDataArgs,
}

#[derive(clap::Args)]
pub struct ShopDataArgs {
    #[command(flatten)]
    database: DatabaseArgs,
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
    #[command(flatten)]
    shop: ShopDataArgs,
}

/// Where a shop is: its database, its pictures, and the folder to lock.
struct ShopData {
    place: db::Place,
    pictures: StorageLocation,
}

impl ShopDataArgs {
    fn at(&self, data: &Path, url: Option<String>) -> Result<ShopData, CliError> {
        let mut faults = Vec::new();
        let pictures = images::check_store(self.image_store.as_deref(), data, &mut faults);
        if let Some(fault) = faults.pop() {
            return Err(fault.into());
        }
        let place = url.map_or_else(|| db::Place::Sqlite(data.join("trowel.sqlite")), db::Place::Postgres);
        Ok(ShopData { place, pictures })
    }

    /// The shop of the settings.
    fn configured(&self) -> Result<ShopData, CliError> {
        self.at(&self.database.data, self.database.database.clone())
    }

    /// The shop of `--from` or `--to`. The pictures of a data folder are in it, those of a URL where the settings say.
    fn named(&self, end: &str) -> Result<ShopData, CliError> {
        if end.starts_with("postgres://") || end.starts_with("postgresql://") {
            return self.at(&self.database.data, Some(end.to_owned()));
        }
        let data = Path::new(end);
        Ok(ShopData {
            place: db::Place::Sqlite(data.join("trowel.sqlite")),
            pictures: StorageLocation::Folder(data.join("images")),
        })
    }
}

impl ShopData {
    async fn open(&self) -> Result<Db, CliError> {
        if let db::Place::Sqlite(path) = &self.place
            && !path.exists()
        {
            return Err(
                format!("there is no database at {}; give its folder with --data", path.display()).into()
            );
        }
        self.open_or_create().await
    }

    async fn open_or_create(&self) -> Result<Db, CliError> {
        Db::open(&self.place, db::Options::default())
            .await
            .map_err(|error| format!("the database cannot be opened: {error}").into())
    }

    /// Until the lock is dropped no shop starts on the folder.
    fn lock(&self) -> Result<Option<File>, CliError> {
        match &self.place {
            db::Place::Sqlite(path) => Ok(Some(lock_data_folder(path.parent().unwrap_or(Path::new(".")))?)),
            db::Place::Postgres(_) => Ok(None),
        }
    }

    fn pictures(&self) -> Result<FileStore, CliError> {
        FileStore::open(&self.pictures).map_err(|error| format!("pictures cannot be opened: {error}").into())
    }
}

pub async fn back_up(args: BackupFileArgs) -> Result<(), CliError> {
    let started = Instant::now();
    let shop = args.shop.configured()?;
    let (db, pictures) = (shop.open().await?, shop.pictures()?);
    let now = Clock::default().now();
    let is_stream = args.file.as_os_str() == "-";
    let written = if is_stream {
        backup::write_stream(&db, Some(&pictures), io::stdout(), now).await
    } else {
        backup::write_file(&db, Some(&pictures), &args.file, now).await
    };
    db.close().await;
    let totals = written.map_err(|error| error.to_string())?;
    let told = summary(&totals, started.elapsed());
    if is_stream {
        eprintln!("The backup is complete: {told}.");
    } else {
        let size = args.file.metadata().map_or(0, |file| file.len());
        println!("{} is complete: {told}, {} bytes.", args.file.display(), size);
    }
    Ok(())
}

pub async fn restore(args: BackupFileArgs) -> Result<(), CliError> {
    let started = Instant::now();
    let shop = args.shop.configured()?;
    let _lock = shop.lock()?;
    let (db, pictures) = (shop.open_or_create().await?, shop.pictures()?);
    let restored = backup::restore_file(&db, &pictures, &args.file, Clock::default().now()).await;
    let done = match restored {
        Ok(totals) => {
            println!("{} is restored: {}.", args.file.display(), summary(&totals, started.elapsed()));
            print_report(&db, None).await
        }
        Err(error) => Err(error.to_string().into()),
    };
    db.close().await;
    done
}

pub async fn copy(args: CopyArgs) -> Result<(), CliError> {
    let started = Instant::now();
    let (from, to) = (args.shop.named(&args.from)?, args.shop.named(&args.to)?);
    let _lock = to.lock()?;
    let pictures = match from.pictures == to.pictures {
        true => None,
        false => Some((from.pictures()?, to.pictures()?)),
    };
    let moves_pictures = pictures.is_some();
    let (source, target) = (from.open().await?, to.open_or_create().await?);
    let progress = |table: &str, rows| println!("{table}: {rows} rows");
    let copied = backup::copy(&source, &target, pictures, Clock::default().now(), progress).await;
    source.close().await;
    let done = match copied {
        Ok(totals) => {
            println!("The copy is complete: {}.", summary(&totals, started.elapsed()));
            println!("Rows and checksums of each table are the same on both sides.");
            if !moves_pictures {
                println!("Both sides use the same pictures, so none were copied.");
            }
            print_report(&target, None).await
        }
        Err(error) => Err(error.to_string().into()),
    };
    target.close().await;
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
