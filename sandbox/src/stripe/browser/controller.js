// The hidden frame for calls of the API without a card form.

import { call, confirm, connect, retrieve } from './wire.js';

let key;

const { settings } = await connect({
  async createPaymentMethod(params) {
    const { object, error } = await call(key, 'POST', 'payment_methods', { type: 'card', ...params });
    return error ? { error } : { paymentMethod: object };
  },
  confirm: ({ clientSecret, ...params }) => confirm(key, clientSecret, params),
  retrieve: ({ clientSecret }) => retrieve(key, clientSecret),
});
key = settings.key;
