//! The shop as a service of systemd: its socket outlives it, and it says when it is ready, alive and stopping.

use std::{
    net::TcpListener,
    os::{fd::OwnedFd, unix::net::UnixDatagram},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use crate::running::{Folder, Running, SERVE, trowel};

/// Starts the command as systemd starts a service with a socket unit: descriptor 3 listens, and two variables say so.
fn with_socket(mut command: Command, socket: &TcpListener) -> Command {
    let script = "exec 3<&0 0</dev/null; export LISTEN_FDS=1 LISTEN_PID=$$; exec \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    command.stdin(std::process::Stdio::null());
    shell.stdin(OwnedFd::from(socket.try_clone().unwrap()));
    shell
}

fn start(folder: &Folder, socket: &TcpListener) -> Running {
    Running::start(&mut with_socket(trowel(folder, SERVE), socket), "Card payment is off")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_with_an_inherited_socket_refuses_no_request() {
    let folder = Folder::new();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", socket.local_addr().unwrap());
    let shop = start(&folder, &socket);
    assert_eq!(shop.address, address, "it listens on the socket and not on --listen");

    let (running, answered) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicU32::new(0)));
    let clients: Vec<_> = (0..4)
        .map(|_| {
            let (running, answered, url) =
                (Arc::clone(&running), Arc::clone(&answered), format!("{address}/healthz"));
            tokio::spawn(async move {
                // A connection for each request.
                let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
                while running.load(Ordering::Relaxed) {
                    let answer = client.get(&url).send().await.unwrap_or_else(|error| panic!("{error:?}"));
                    assert_eq!(answer.status().as_u16(), 200);
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let more = async || {
        let before = answered.load(Ordering::Relaxed);
        while answered.load(Ordering::Relaxed) < before + 20 {
            assert!(clients.iter().all(|client| !client.is_finished()), "a request failed");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    more().await;
    let (code, _) = tokio::task::block_in_place(|| shop.stop("-TERM"));
    assert_eq!(code, Some(0));
    let shop = tokio::task::block_in_place(|| start(&folder, &socket));
    more().await;
    running.store(false, Ordering::Relaxed);
    for client in clients {
        client.await.unwrap();
    }
    assert_eq!(shop.stop("-TERM").0, Some(0));
}

#[test]
fn systemd_learns_when_the_shop_is_ready_alive_and_stopping() {
    let folder = Folder::new();
    let path = folder.0.join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let wait_for = |expected: &str| {
        let mut message = [0; 256];
        while let Ok(length) = socket.recv(&mut message) {
            let text = String::from_utf8_lossy(&message[..length]).into_owned();
            if text.trim_end() == expected {
                return;
            }
        }
        panic!("{expected} did not arrive");
    };
    let mut command = trowel(&folder, SERVE);
    command.env("NOTIFY_SOCKET", &path).env("WATCHDOG_USEC", "200000");
    let shop = Running::start(&mut command, "Card payment is off");
    wait_for("READY=1");
    wait_for("WATCHDOG=1");
    shop.tell("-TERM");
    wait_for("STOPPING=1");
    assert_eq!(shop.wait().0, Some(0));
}
