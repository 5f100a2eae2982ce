//! Runs the built program.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, ChildStdout, Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::{Value, json};

/// A folder that is removed after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("trowel_line_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn data(&self) -> String {
        self.0.join("data").to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn trowel(folder: &Folder, arguments: &[&str]) -> Command {
    without_settings(folder, &[arguments, &["--data", &folder.data()]].concat())
}

/// The environment's own settings are removed.
pub fn without_settings(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trowel"));
    command.args(arguments).current_dir(&folder.0);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TROWEL_")) {
        command.env_remove(name);
    }
    command
}

/// Runs until it exits; for commands that fail.
pub fn run(folder: &Folder, arguments: &[&str]) -> Output {
    trowel(folder, arguments).output().unwrap()
}

/// A running shop, killed at the end of the test at the latest.
pub struct Running {
    child: Child,
    output: BufReader<ChildStdout>,
    /// The output up to the line that `start` waited for.
    pub printed: String,
    pub address: String,
}

impl Running {
    /// Reads the opening lines.
    pub fn start(command: &mut Command, last_line: &str) -> Self {
        Self::start_logging(command, last_line, Stdio::null())
    }

    pub fn start_logging(command: &mut Command, last_line: &str, log: Stdio) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut printed = String::new();
        while !printed.contains(last_line) {
            assert!(
                output.read_line(&mut printed).unwrap() > 0,
                "it ended before it said {last_line:?}: {printed}"
            );
        }
        let from =
            printed.find("listening on ").map_or_else(|| printed.find("http://").unwrap() + 7, |at| at + 13);
        let address = printed[from..].split(|c: char| c.is_whitespace() || c == ')').next().unwrap();
        Self { address: format!("http://{address}"), child, output, printed }
    }

    /// Asks it to stop, as a terminal or a service manager does, and waits.
    pub fn stop(self, signal: &str) -> (Option<i32>, String) {
        self.tell(signal);
        self.wait()
    }

    pub fn tell(&self, signal: &str) {
        let told = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
    }

    /// Waits until it exits: its exit code and its last output.
    pub fn wait(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }

    /// Kills it at once.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub async fn call(
        &self,
        method: reqwest::Method,
        path: &str,
        proof: &str,
        body: Option<Value>,
    ) -> (u16, Value, String) {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut call = client.request(method, format!("{}{path}", self.address));
        let name = if proof.contains('=') { "cookie" } else { "authorization" };
        if !proof.is_empty() {
            call = call.header(name, proof);
        }
        if let Some(body) = body {
            call = call.json(&body);
        }
        let answer = call.send().await.unwrap();
        let cookie = answer.headers().get("set-cookie").map_or("", |cookie| cookie.to_str().unwrap());
        let (status, cookie) =
            (answer.status().as_u16(), cookie.split(';').next().unwrap_or_default().to_owned());
        (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default(), cookie)
    }

    pub async fn get(&self, path: &str, proof: &str) -> (u16, Value) {
        let (status, body, _) = self.call(reqwest::Method::GET, path, proof, None).await;
        (status, body)
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> (u16, Value) {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let call = client.get(format!("{}{path}", self.address));
        let call = headers.iter().fold(call, |call, (name, value)| call.header(*name, *value));
        let answer = call.send().await.unwrap();
        (answer.status().as_u16(), serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
    }

    /// Sends exactly these bytes and returns the whole response.
    pub fn send_raw(&self, request: &str) -> String {
        let mut socket = TcpStream::connect(self.address.trim_start_matches("http://")).unwrap();
        socket.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Signs in or up and returns a token.
    pub async fn sign(&self, way: &str, email: &str, password: &str) -> String {
        let body = json!({ "name": "Ada", "email": email, "password": password });
        let (status, answer, cookie) =
            self.call(reqwest::Method::POST, &format!("/api/identity/{way}"), "", Some(body)).await;
        assert_eq!(status, 200, "{answer}");
        let (status, answer, _) =
            self.call(reqwest::Method::PUT, &format!("/api/user/{email}"), &cookie, None).await;
        assert_eq!(status, 200, "{answer}");
        format!("Bearer {}", answer["token"].as_str().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn demo(folder: &Folder) -> Running {
    Running::start(&mut trowel(folder, &["demo", "--listen", "127.0.0.1:0"]), "Ctrl-C closes the shop.")
}

pub const SERVE: &[&str] = &["serve", "--listen", "127.0.0.1:0", "--public-url", "http://127.0.0.1:9"];

pub fn serve(folder: &Folder) -> Running {
    Running::start(&mut trowel(folder, SERVE), "Card payment is off")
}
