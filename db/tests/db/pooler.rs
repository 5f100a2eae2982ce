//! PgBouncer between the program and PostgreSQL, where it is installed.

use std::{
    net::{TcpListener, TcpStream},
    os::unix::process::CommandExt as _,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use tokio_postgres::config::Host;
use trowel_db::{DatabaseLocation, Db, Options, migrations, params};

use crate::support::{COUNT_ORDERS, Ground, SCHEMA};

/// PgBouncer does not run as root.
const DAEMON_USER: u32 = 1;

struct Pooler {
    child: Child,
    folder: PathBuf,
    place: DatabaseLocation,
}

impl Pooler {
    /// Starts PgBouncer in front of the database. Returns `None` if the program is not installed, or if the database
    /// has no server with a TCP address.
    fn start(ground: &Ground, settings: &str) -> Option<Self> {
        let Ground::Database { server, name } = ground else { return None };
        let Some(Host::Tcp(host)) = server.get_hosts().first() else { return None };
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let folder = std::env::temp_dir().join(format!("{name}_pooler_{}", free.port()));
        std::fs::create_dir(&folder).unwrap();
        let (user, password) = (server.get_user().unwrap(), server.get_password().unwrap_or_default());
        let text = format!(
            "[databases]\n{name} = host={host} port={} user={user} password={}\n\
             [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {}\nunix_socket_dir =\nauth_type = any\n{settings}\n",
            server.get_ports().first().unwrap(),
            String::from_utf8_lossy(password),
            free.port()
        );
        let file = folder.join("pgbouncer.ini");
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new("pgbouncer");
        command.arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
        if std::fs::metadata("/proc/self").is_ok_and(|of| std::os::unix::fs::MetadataExt::uid(&of) == 0) {
            command.uid(DAEMON_USER);
        }
        let Ok(child) = command.spawn() else {
            std::fs::remove_dir_all(&folder).unwrap();
            return None;
        };
        let mut pooler = Self { child, folder, place: ground.place_at(free.port()) };
        while TcpStream::connect(free).is_err() {
            assert!(
                pooler.child.try_wait().unwrap().is_none(),
                "pgbouncer ended; it runs as an ordinary user"
            );
            std::thread::yield_now();
        }
        Some(pooler)
    }

    async fn open(&self) -> Result<Db, String> {
        Db::open(&self.place, Options::default()).await.map_err(|error| error.to_string())
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// PgBouncer learned to keep prepared statements in 1.21, and does so only when told.
#[tokio::test]
async fn a_pooler_that_loses_statements_or_lets_them_wait_is_refused_at_the_start() {
    let Some(ground) = Ground::postgres().await else { return };
    let refuses = async |settings: &str, why: &str| {
        let Some(pooler) = Pooler::start(&ground, settings) else { return };
        let refused = pooler.open().await.err().expect("it is refused");
        assert!(refused.contains(why), "{refused}");
    };
    // The last two have no server connection for the second one of ours, so that it would wait for minutes.
    tokio::join!(
        refuses("pool_mode = transaction", "max_prepared_statements"),
        refuses("pool_mode = transaction\ndefault_pool_size = 1", "default_pool_size"),
        refuses("pool_mode = session\ndefault_pool_size = 1", "did not respond"),
    );
}

#[tokio::test]
async fn a_pooler_with_a_server_connection_for_each_of_ours_works() {
    let Some(ground) = Ground::postgres().await else { return };
    if let Some(pooler) = Pooler::start(&ground, "pool_mode = session\ndefault_pool_size = 40") {
        let db = pooler.open().await.unwrap();
        migrations::apply(&db, SCHEMA, 1).await.unwrap();
        let counted = db.read((), |tx, ()| Box::pin(tx.one::<(i64,)>(&COUNT_ORDERS, params![]))).await;
        assert_eq!(counted.unwrap(), (0,));
        db.close().await;
    }
}
