// The connections of a frame: a private port to the page of the shop, and the API.

const hello = new URLSearchParams(location.hash.slice(1));
const shop = hello.get('shop');
const frame = hello.get('frame');
const api = new URL('../v1/', import.meta.url);

/**
 * Connects to the page around this frame, which may call `methods`. The frame accepts only the parent window with the
 * origin in its hash. The policy `frame-ancestors` decides which pages may frame it.
 * Resolves with the settings of the page and a function that sends it an event.
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
 * Calls the API. Resolves with `{ object }` or `{ error }`. POST requests have an idempotency key, so a retry after a
 * lost response has no second effect.
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

/** Encodes `{ card: { number } }` as `card[number]=…`, without empty values. */
function flatten(value, name, form) {
  if (value === undefined || value === null || value === '') return;
  if (typeof value !== 'object') return form.append(name, String(value));
  for (const [key, inner] of Object.entries(value)) flatten(inner, name ? `${name}[${key}]` : key, form);
}

/** Confirms the intent of a client secret. */
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
