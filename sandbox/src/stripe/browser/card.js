// The card form with its four fields.

import { boxes, dress, loadFonts } from './appearance.js';
import { brandOf } from './brands.js';
import * as rules from './fields.js';
import { call, confirm, connect } from './wire.js';

const form = document.querySelector('form');
const brandMark = document.querySelector('.brand');

class Field {
  /** The error when the customer leaves the field incomplete or submits the form. */
  left = false;

  constructor(rule) {
    this.rule = rule;
    this.input = document.getElementById(rule.name);
    this.box = this.input.closest('.field');
    this.written = '';
  }

  get value() {
    return this.rule.significant(this.input.value);
  }

  get empty() {
    return this.value === '';
  }

  get complete() {
    return this.rule.check(this.value).complete;
  }

  get error() {
    const { error, unfinished } = this.rule.check(this.value);
    return error ?? (this.left ? unfinished : undefined);
  }

  /** Formats the text and keeps the caret behind the same character. */
  rewrite(event) {
    const deleting = event?.inputType?.startsWith('delete') ?? false;
    const { input, rule } = this;
    let before = rule.significant(input.value.slice(0, input.selectionStart)).length;
    const atEnd = input.selectionStart === input.value.length;
    let value = rule.significant(input.value);
    if (deleting && value === rule.significant(this.written) && input.value !== this.written && before > 0) {
      // Only a separator was deleted, so the digit before it is deleted too.
      value = value.slice(0, before - 1) + value.slice(before);
      before -= 1;
    }
    this.written = rule.write(value, !deleting);
    if (input.value !== this.written) {
      input.value = this.written;
      let caret = this.written.length;
      if (!atEnd) {
        caret = 0;
        while (caret < this.written.length && rule.significant(this.written.slice(0, caret)).length < before) caret++;
      }
      if (document.activeElement === input) input.setSelectionRange(caret, caret);
    }
    return !deleting && input.selectionStart === input.value.length;
  }

  paint() {
    const { error } = this;
    this.box.classList.toggle('empty', this.empty);
    this.box.classList.toggle('complete', this.complete);
    this.box.classList.toggle('invalid', error !== undefined);
    this.input.setAttribute('aria-invalid', String(error !== undefined));
    document.getElementById(`${this.rule.name}-error`).textContent = error?.message ?? '';
  }
}

const number = new Field(rules.number);
const expiry = new Field(rules.expiry);
const cvc = new Field(rules.cvc);
const postal = new Field(rules.postal);
const all = [number, expiry, cvc, postal];

let options = {};
let tell = () => {};
let said = '';
let filledIn = '';

const shown = () => all.filter((field) => field !== postal || !options.hidePostalCode);

function refresh() {
  const brand = brandOf(number.value);
  rules.cvc.length = brand.cvc;
  const fields = shown();
  for (const field of fields) field.paint();
  const error = fields.map((field) => field.error).find(Boolean);
  brandMark.querySelector('use').setAttribute('href', `#${brand.id}`);
  brandMark.classList.toggle('known', brand.id !== 'unknown');
  brandMark.classList.toggle('invalid', number.error !== undefined);
  document.getElementById('brand-name').textContent = brand.id === 'unknown' ? '' : brand.name;
  const state = {
    empty: fields.every((field) => field.empty),
    complete: fields.every((field) => field.complete),
    brand: brand.id,
    value: { postalCode: options.hidePostalCode ? '' : postal.value },
    error,
  };
  // Reported once per change, not once per key.
  if (JSON.stringify(state) !== said) {
    said = JSON.stringify(state);
    tell('change', state);
  }
}

/** Shows and returns the first error of the card, if there is one. */
function mistake() {
  for (const field of shown()) field.left = true;
  refresh();
  const wrong = shown().find((field) => !field.complete);
  wrong?.input.focus();
  return wrong?.error;
}

function card() {
  const digits = expiry.value;
  return {
    number: number.value,
    exp_month: Number(digits.slice(0, 2)),
    exp_year: 2000 + Number(digits.slice(2)),
    cvc: cvc.value,
  };
}

/** Adds the postal code of the form, unless the shop passes one. */
function billing(details = {}) {
  if (options.hidePostalCode) return details;
  return { ...details, address: { postal_code: postal.value, ...details.address } };
}

let key;

const { settings, tell: tellShop } = await connect({
  async createPaymentMethod({ billing_details, metadata }) {
    const error = mistake();
    if (error) return { error };
    const params = { type: 'card', card: card(), billing_details: billing(billing_details), metadata };
    const answer = await call(key, 'POST', 'payment_methods', params);
    return answer.error ? { error: answer.error } : { paymentMethod: answer.object };
  },
  async submit() {
    const error = mistake();
    return error ? { error } : { selectedPaymentMethod: 'card' };
  },
  async confirm({ clientSecret, billing_details, ...rest }) {
    const error = mistake();
    if (error) return { error };
    const data = { type: 'card', card: card(), billing_details: billing(billing_details) };
    return confirm(key, clientSecret, { ...rest, payment_method_data: data });
  },
  update(changes) {
    options = { ...options, ...changes };
    arrange();
  },
  focus() {
    (shown().find((field) => !field.complete) ?? number).input.focus();
  },
  blur() {
    document.activeElement?.blur();
  },
  clear() {
    for (const field of all) {
      field.input.value = field.written = '';
      field.left = false;
    }
    refresh();
  },
});

key = settings.key;
options = settings.options;
tell = tellShop;
loadFonts(settings.fonts);
arrange();

function arrange() {
  const isPayment = options.layout === 'payment';
  document.body.classList.toggle('payment', isPayment);
  dress(settings.inherited, isPayment ? boxes(options.appearance) : options.style);
  postal.box.hidden = !!options.hidePostalCode;
  brandMark.classList.toggle('unseen', !!options.hideIcon);
  form.classList.toggle('with-postal', !options.hidePostalCode);
  for (const field of all) field.input.disabled = !!options.disabled;
  if (options.placeholder) number.input.placeholder = String(options.placeholder);
  const code = postal.rule.significant(options.value?.postalCode ?? '');
  // What the customer has typed stays.
  if (code !== filledIn && (postal.empty || postal.value === filledIn)) postal.input.value = filledIn = code;
  refresh();
}

for (const field of all) {
  field.input.addEventListener('input', (event) => {
    const atEnd = field.rewrite(event);
    field.left = false;
    refresh();
    const next = shown()[shown().indexOf(field) + 1];
    // The length of a postal code varies.
    if (atEnd && field.complete && next && field !== postal && event.inputType !== 'insertReplacementText') next.input.focus();
  });
  field.input.addEventListener('focus', () => tell('focus'));
  field.input.addEventListener('blur', ({ relatedTarget }) => {
    field.left = !field.empty;
    refresh();
    if (!relatedTarget) tell('blur');
  });
  field.input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell('escape');
    const previous = shown()[shown().indexOf(field) - 1];
    if (event.key === 'Backspace' && field.input.value === '' && previous) {
      event.preventDefault();
      previous.input.focus();
      previous.input.setSelectionRange(previous.input.value.length, previous.input.value.length);
    }
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
});
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') tell('submit');
});

new ResizeObserver(() => tell('height', Math.ceil(form.getBoundingClientRect().height))).observe(form);
tell('ready');
