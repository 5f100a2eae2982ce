//! The JavaScript engine with the web app in it.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
    time::Instant,
};

use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Runtime};

use super::{TIMEOUT, lock};

const MAX_ENGINE_BYTES: usize = 64 * 1024 * 1024;
/// Half the stack of a worker thread.
const MAX_STACK_BYTES: usize = 1024 * 1024;

/// The web app for the server.
pub struct PageScript {
    pub hash: [u8; 32],
    pub code: Cow<'static, [u8]>,
}

pub(super) struct Engine {
    /// The hash of its code.
    pub(super) script: [u8; 32],
    context: Context,
    /// Code that runs longer is interrupted.
    deadline: Arc<Mutex<Instant>>,
    pub(super) used_at: Instant,
}

impl Engine {
    pub(super) fn start(script: &PageScript) -> Result<Self, String> {
        let text = |error: rquickjs::Error| error.to_string();
        let runtime = Runtime::new().map_err(text)?;
        runtime.set_memory_limit(MAX_ENGINE_BYTES);
        runtime.set_max_stack_size(MAX_STACK_BYTES);
        let used_at = Instant::now();
        let deadline = Arc::new(Mutex::new(used_at + TIMEOUT));
        let limit = Arc::clone(&deadline);
        runtime.set_interrupt_handler(Some(Box::new(move || *lock(&limit) < Instant::now())));
        let context = Context::full(&runtime).map_err(text)?;
        context
            .with(|ctx| ctx.eval::<(), _>(&*script.code).catch(&ctx).map_err(|error| error.to_string()))?;
        Ok(Self { script: script.hash, context, deadline, used_at })
    }

    pub(super) fn render(&mut self, input: &str) -> Result<String, String> {
        self.used_at = Instant::now();
        *lock(&self.deadline) = self.used_at + TIMEOUT;
        self.context.with(|ctx| call(&ctx, input).catch(&ctx).map_err(|error| error.to_string()))
    }
}

fn call(ctx: &Ctx<'_>, input: &str) -> rquickjs::Result<String> {
    let render: Function<'_> = ctx.globals().get("renderPage")?;
    render.call((input,))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn code_that_does_not_end_is_interrupted() {
        let code = Cow::Borrowed("globalThis.renderPage = () => { for (;;); }".as_bytes());
        let script = PageScript { hash: [0; 32], code };
        let mut engine = Engine::start(&script).unwrap();
        let deadline = Arc::clone(&engine.deadline);
        let watch = std::thread::spawn(move || while engine.render("").is_ok() {});
        while !watch.is_finished() {
            *lock(&deadline) = Instant::now();
            tokio::task::yield_now().await;
        }
        watch.join().unwrap();
    }
}
