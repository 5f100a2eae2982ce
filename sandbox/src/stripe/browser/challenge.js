// The page on which the bank authenticates the customer.

import { connect } from './wire.js';

const buttons = [...document.querySelectorAll('button')];
const trouble = document.getElementById('trouble');

// The page stands in a frame of the shop, or in its place. Then the fragment has the intent.
const alone = new URLSearchParams(location.hash.slice(1));
const isAlone = window === parent && alone.has('client_secret');
const { settings: { intent }, tell } = isAlone
  ? { settings: { intent: { ...Object.fromEntries(alone), amount: Number(alone.get('amount')) } }, tell() {} }
  : await connect({ decline: () => answer(false) });

document.getElementById('amount').textContent =
  `${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}`;
document.getElementById('test-source-authorize-3ds').addEventListener('click', () => answer(true));
document.getElementById('test-source-fail-3ds').addEventListener('click', () => answer(false));
// The dialog around this page receives Escape only while it has the focus.
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !buttons[0].disabled) answer(false);
});
for (const button of buttons) button.disabled = false;
buttons[0].focus();

async function answer(proved) {
  for (const button of buttons) button.disabled = true;
  trouble.textContent = '';
  const body = new URLSearchParams({ payment_intent: intent.id, client_secret: intent.client_secret, proved });
  try {
    const response = await fetch('challenge/answer', { method: 'POST', body });
    if (!response.ok) throw new Error(String(response.status));
    const ended = await response.json();
    if (isAlone && ended.return_url) return location.assign(ended.return_url);
    const failed = ended.status !== 'succeeded';
    tell('answered', failed ? { error: { ...ended.last_payment_error, payment_intent: ended } } : { paymentIntent: ended });
  } catch {
    trouble.textContent = 'Your answer did not arrive. Please try again.';
    for (const button of buttons) button.disabled = false;
  }
}
