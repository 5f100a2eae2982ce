// The frame's two lines out: a private port to the shop's page, and the API.

const hello = new URLSearchParams(location.hash.slice(1));
const shop = hello.get('shop');
const frame = hello.get('frame');
const api = new URL('../v1/', import.meta.url);

/**
 * Meets the page that holds this frame; `methods` are what it may ask. Only the parent window, and only from the
 * origin it said it had, is given a port; who may frame us at all is decided by frame-ancestors.
 * Resolves with the page's settings and a function that tells it an event.
 */
export function connect(methods) {
  return new Promise((resolve) => {
    addEventListener('message', function welcome(event) {
      if (event.source !== parent || event.origin !== shop || event.data?.welcome !== frame) return;
      removeEventListener('message', welcome);
      const [port] = event.ports;
      port.onmessage = async ({ data: { question, method, params } }) => {
        const result = await methods[method]?.(params);
        if (question !== undefined) port.postMessage({ answer: question, result: result ?? {} });
      };
      resolve({
        settings: event.data.settings,
        tell: (name, detail) => port.postMessage({ event: name, detail }),
      });
    });
    parent.postMessage({ hello: frame }, shop);
  });
}

const PAUSES_MS = [400, 1200];

/**
 * One call of the API. Resolves with `{ object }` or `{ error }`. Writes carry an idempotency key, so that a call
 * whose answer was lost is asked again rather than done again.
 */
export async function call(key, method, path, params = {}) {
  const url = new URL(path, api);
  const form = new URLSearchParams();
  flatten(params, '', form);
  const headers = { authorization: `Bearer ${key}` };
  const request = { method, headers, cache: 'no-store' };
  if (method === 'POST') {
    headers['idempotency-key'] = [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('');
    request.body = form;
  } else {
    url.search = form;
  }
  for (const pause of [...PAUSES_MS, null]) {
    try {
      const response = await fetch(url, request);
      const content = await response.json();
      if (response.ok) return { object: content };
      const passing = response.status === 409 || response.status === 429 || response.status >= 500;
      if (!passing || pause === null) return { error: content.error };
    } catch {
      if (pause === null) {
        const message = 'We could not reach the card provider. Check your connection and try again.';
        return { error: { type: 'api_connection_error', message } };
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** `{ card: { number } }` as `card[number]=…`; what is not there is left out. */
function flatten(value, name, form) {
  if (value === undefined || value === null || value === '') return;
  if (typeof value !== 'object') return form.append(name, String(value));
  for (const [key, inner] of Object.entries(value)) flatten(inner, name ? `${name}[${key}]` : key, form);
}

/** Confirms the intent of a client secret with what else is given. */
export async function confirm(key, clientSecret, params) {
  const path = `payment_intents/${intentOf(clientSecret)}/confirm`;
  const { object, error } = await call(key, 'POST', path, {
    ...params, client_secret: clientSecret, use_stripe_sdk: true, expected_payment_method_type: 'card',
  });
  return error ? { error } : { paymentIntent: object };
}

export async function retrieve(key, clientSecret) {
  const path = `payment_intents/${intentOf(clientSecret)}`;
  const { object, error } = await call(key, 'GET', path, { client_secret: clientSecret });
  return error ? { error } : { paymentIntent: object };
}

function intentOf(clientSecret) {
  return clientSecret.split('_secret_')[0];
}
