// A frame of the provider in the page of the shop, and the private port to it.

const base = new URL('.', document.currentScript.src);
const LOAD_PATIENCE_MS = 20_000;
let frames = 0;

class IntegrationError extends Error {
  constructor(message) {
    super(message);
    this.name = 'IntegrationError';
  }
}

/** Sets styles through the CSSOM, because the policy of the page may forbid inline styles. */
function dress(node, properties) {
  for (const [name, value] of Object.entries(properties)) node.style.setProperty(name, value, 'important');
}

class Frame {
  #port = null;
  #waiting = [];
  #asked = new Map();
  #questions = 0;
  #patience;
  #onMessage = (event) => this.#shakeHands(event);

  constructor(page, { kind, title, settings, told }) {
    this.node = document.createElement('iframe');
    this.node.name = `__privateStripe${kind}${++frames}`;
    this.node.title = title;
    this.settings = settings;
    this.told = told;
    const hello = new URLSearchParams({ frame: this.node.name, shop: location.origin });
    this.node.src = new URL(`elements/${page}#${hello}`, base).href;
    window.addEventListener('message', this.#onMessage);
    this.#patience = setTimeout(() => {
      this.told('loaderror');
      this.#giveUp('We could not reach the card provider. Check your connection and try again.');
    }, LOAD_PATIENCE_MS);
  }

  #shakeHands(event) {
    if (event.origin !== base.origin || event.source !== this.node.contentWindow) return;
    if (event.data?.hello !== this.node.name) return;
    window.removeEventListener('message', this.#onMessage);
    clearTimeout(this.#patience);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      if (data.answer === undefined) return this.told(data.event, data.detail);
      this.#asked.get(data.answer)?.(data.result);
      this.#asked.delete(data.answer);
    };
    this.#port = port1;
    event.source.postMessage({ welcome: this.node.name, settings: this.settings }, base.origin, [port2]);
    for (const message of this.#waiting) port1.postMessage(message);
    this.#waiting = [];
  }

  /** Resolves with the response of the frame, or with an error if the frame is removed. */
  ask(method, params = {}) {
    return new Promise((resolve) => {
      const question = ++this.#questions;
      this.#asked.set(question, resolve);
      this.tell({ question, method, params });
    });
  }

  tell(message) {
    if (this.#port) this.#port.postMessage(message);
    else this.#waiting.push(message);
  }

  remove() {
    window.removeEventListener('message', this.#onMessage);
    clearTimeout(this.#patience);
    this.#port?.close();
    this.node.remove();
    this.#giveUp('The card form was closed before the answer came.');
  }

  #giveUp(message) {
    for (const resolve of this.#asked.values()) resolve({ error: { type: 'api_connection_error', message } });
    this.#asked.clear();
    this.#waiting = [];
  }
}

/** Shows a frame above the page. Returns what closes it; `onCancel` is called for Escape. */
function showInDialog(frame, label, height, onCancel) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', label);
  dress(dialog, {
    border: 'none', padding: '0', margin: 'auto', width: 'min(26rem, calc(100vw - 2rem))', height,
    'max-height': 'calc(100vh - 2rem)', overflow: 'hidden', 'border-radius': '12px', background: '#fff',
    'box-shadow': '0 20px 60px rgb(0 0 0 / 0.35)',
  });
  dress(frame.node, { border: 'none', width: '100%', height: '100%', display: 'block', 'color-scheme': 'light' });
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    onCancel();
  });
  dialog.append(frame.node);
  document.body.append(dialog);
  dialog.showModal();
  return () => {
    frame.remove();
    dialog.remove();
  };
}
