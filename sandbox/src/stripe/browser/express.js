// The buttons of the wallets.

import { connect } from './wire.js';

const NAMES = { apple_pay: ['Apple Pay', 'applePay'], google_pay: ['Google Pay', 'googlePay'] };
const VERBS = { buy: 'Buy with', 'check-out': 'Check out with', checkout: 'Check out with', order: 'Order with', pay: 'Pay with' };
const list = document.querySelector('.buttons');

const { settings, tell } = await connect({ update: show, focus: () => list.querySelector('button')?.focus() });
show(settings.options);
tell('ready');

function show({ types, columns, buttonHeight, buttonType, buttonTheme }) {
  list.style.gridTemplateColumns = `repeat(${Math.min(columns, types.length)}, minmax(0, 1fr))`;
  list.replaceChildren(...types.map((type) => {
    const [name, option] = NAMES[type];
    const button = document.createElement('button');
    button.type = 'button';
    button.className = type;
    button.classList.toggle('white', buttonTheme[option]?.startsWith('white') ?? false);
    button.style.height = `${buttonHeight}px`;
    button.textContent = name;
    button.setAttribute('aria-label', `${VERBS[buttonType[option]] ?? 'Pay with'} ${name}`);
    button.addEventListener('click', () => tell('pressed', type));
    return button;
  }));
  tell('height', Math.ceil(types.length / columns) * (buttonHeight + 8) - 8);
}
