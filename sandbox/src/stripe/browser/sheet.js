// The sheet of a wallet. It tells the shop what a real one would, and no more.

import { confirm, connect } from './wire.js';

const ADDRESSES = [
  { name: 'Ada Thorne', line1: '12 Fern Lane', line2: null, city: 'Halifax', state: 'NS', postal_code: 'B3J 1A1', country: 'CA' },
  { name: 'Ada Thorne', line1: '1250 Rue Sherbrooke O', line2: 'Suite 4', city: 'Montréal', state: 'QC', postal_code: 'H2X 1Y4', country: 'CA' },
  { name: 'Ada Thorne', line1: '3 Ring Road', line2: null, city: 'Iqaluit', state: 'NU', postal_code: 'X0A 0H0', country: 'CA' },
];

const at = (id) => document.getElementById(id);
const pay = at('pay');
const cancel = at('cancel');
let rates = [];

const { settings, tell } = await connect({
  show(details) {
    show(details);
    setBusy(false);
  },
  refuse() {
    setBusy(false);
    pay.disabled = true;
    at('trouble').textContent = 'The shop does not deliver there.';
  },
  cancel: () => !cancel.disabled && tell('cancel'),
  /** Only after the customer has agreed. */
  confirm({ clientSecret, ...params }) {
    const data = { type: 'card', card: { number: at('card').value, exp_month: 12, exp_year: new Date().getFullYear() + 3, wallet: settings.type }, billing_details: billing() };
    return confirm(settings.key, clientSecret, { ...params, payment_method_data: data });
  },
});

const { needs, type, details } = settings;
const isApple = type === 'apple_pay';
at('wallet').textContent = isApple ? 'Apple Pay' : 'Google Pay';
if (settings.business) at('business').textContent = settings.business;
at('contact').hidden = !needs.emailRequired;
at('shipping').hidden = !needs.shippingAddressRequired;
at('address').append(...ADDRESSES.map(({ city, postal_code }, index) => new Option(`${city} ${postal_code}`, index)));
at('address').addEventListener('change', changeAddress);
at('rate').addEventListener('change', () => {
  setBusy(true);
  tell('shippingratechange', { shippingRate: chosenRate(), shippingRates: rates });
});
cancel.addEventListener('click', () => tell('cancel'));
pay.addEventListener('click', () => {
  setBusy(true);
  const { name, ...full } = address();
  tell('confirm', {
    billingDetails: billing(),
    ...(needs.shippingAddressRequired && { shippingAddress: { name, address: full }, shippingRate: chosenRate() }),
  });
});
show(details);
if (needs.shippingAddressRequired) changeAddress();
else setBusy(false);
pay.focus();

function address() {
  return ADDRESSES[Number(at('address').value) || 0];
}

const chosenRate = () => rates.find(({ id }) => id === at('rate').value);

function billing() {
  const { name, ...home } = ADDRESSES[0];
  return {
    name,
    ...(needs.emailRequired && { email: at('email').value }),
    ...(needs.phoneNumberRequired && { phone: '+19025550142' }),
    address: home,
  };
}

/** Apple tells neither the street nor the end of the postal code before the customer agrees. */
function changeAddress() {
  setBusy(true);
  const { name, city, state, postal_code, country } = address();
  const partial = { city, state, postal_code: isApple ? postal_code.slice(0, 3) : postal_code, country };
  tell('shippingaddresschange', { name: isApple ? '' : name, address: partial, shippingRates: rates });
}

function setBusy(isBusy) {
  for (const control of [pay, at('address'), at('rate')]) control.disabled = isBusy;
  if (isBusy) at('trouble').textContent = '';
}

function show({ amount, lineItems = [], shippingRates = [] }) {
  const before = at('rate').value;
  rates = shippingRates;
  at('rate').replaceChildren(...rates.map(({ id, displayName, amount }) => new Option(`${displayName} ${money(amount)}`, id)));
  if (rates.some(({ id }) => id === before)) at('rate').value = before;
  const rows = [...lineItems, { name: 'Total', amount }];
  at('sum').replaceChildren(...rows.flatMap((row, index) => {
    const title = document.createElement('dt');
    const value = document.createElement('dd');
    title.textContent = row.name;
    value.textContent = money(row.amount);
    if (index === lineItems.length) for (const cell of [title, value]) cell.className = 'total';
    return [title, value];
  }));
  pay.textContent = `Pay ${money(amount)}`;
}

function money(cents) {
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
}
