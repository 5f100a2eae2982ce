//! The text message gateway of the sandbox.

use reqwest::Client;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::oneshot};
use trowel::{
    base::config::sms::{CountryCodes, SmsConfig},
    http::serve::serve,
};
use trowel_sandbox::{SmsSandbox, SmsSettings, sms::MOUNT};

use crate::support::sandbox_clock;

const CONTROL_KEY: &str = "control_of_this_test";

pub struct Phones {
    url: String,
    http: Client,
}

impl Phones {
    pub async fn open() -> (Self, SmsConfig, oneshot::Sender<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}{MOUNT}", listener.local_addr().unwrap());
        let config = SmsConfig {
            api_url: url.clone(),
            account_sid: "AC_of_this_test".into(),
            auth_token: "token_of_this_test".into(),
            from: "Trowel".into(),
            countries: CountryCodes::default(),
        };
        let mut settings = SmsSettings::new(&*config.account_sid, &*config.auth_token, CONTROL_KEY);
        settings.clock = sandbox_clock();
        let sandbox = SmsSandbox::new(settings);
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(serve(listener, sandbox.router(), async {
            let _ = stopped.await;
        }));
        (Self { url, http: Client::builder().no_proxy().build().unwrap() }, config, stop)
    }

    /// The messages to this number, newest first.
    pub async fn messages(&self, number: &str) -> Vec<Value> {
        let number = number.replace('+', "%2B");
        let call = self.http.get(format!("{}/_control/messages?to={number}", self.url));
        let answer = call.bearer_auth(CONTROL_KEY).send().await.unwrap();
        answer.json::<Vec<Value>>().await.unwrap()
    }

    /// The newest code sent to this number.
    pub async fn code(&self, number: &str) -> String {
        self.messages(number).await[0]["code"].as_str().unwrap().to_owned()
    }

    /// Injects faults into the next messages; see the sandbox's `_control/faults`.
    pub async fn misbehave(&self, faults: Value) {
        let call = self
            .http
            .post(format!("{}/_control/faults", self.url))
            .bearer_auth(CONTROL_KEY)
            .json(&json!({ "rest": faults }));
        assert_eq!(call.send().await.unwrap().status(), 200);
    }
}
