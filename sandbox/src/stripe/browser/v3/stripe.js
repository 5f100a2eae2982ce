// The object that a shop calls.

class StripeClient {
  #key;
  #hiddenFrame = null;

  constructor(key) {
    this.#key = key;
  }

  elements(options) {
    return new ElementGroup(this.#key, options);
  }

  async createPaymentMethod({ type, card, billing_details, metadata } = {}) {
    if (type !== 'card') throw new IntegrationError('The sandbox knows payment methods of type card.');
    const params = { billing_details, metadata };
    if (card instanceof CardElement) return this.#frameOf(card).ask('createPaymentMethod', params);
    return this.#hidden().ask('createPaymentMethod', { ...params, card });
  }

  // Wrappers of Stripe.js, for example react-stripe-js, accept only an object that has it.
  async createToken() {
    throw new IntegrationError('The sandbox makes no tokens. Use createPaymentMethod.');
  }

  async confirmCardPayment(clientSecret, data = {}, { handleActions = true } = {}) {
    checkSecret(clientSecret);
    const { payment_method: method, ...rest } = data;
    const params = { clientSecret, ...pick(rest, ['receipt_email', 'return_url']) };
    let result;
    if (method?.card instanceof CardElement) {
      params.billing_details = method.billing_details;
      result = await this.#frameOf(method.card).ask('confirm', params);
    } else {
      const given = typeof method === 'object'
        ? { payment_method_data: { type: 'card', ...method } }
        : { payment_method: method };
      result = await this.#hidden().ask('confirm', { ...params, ...given });
    }
    const asked = result.paymentIntent?.status === 'requires_action';
    return asked && handleActions ? this.#challenge(result.paymentIntent) : result;
  }

  /** Confirms with the form or the wallet of `elements`, which must have been submitted, or with a saved method. */
  async confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    checkSecret(clientSecret);
    if (redirect === 'always' && !confirmParams.return_url) throw new IntegrationError('confirmParams.return_url is required.');
    const result = elements
      ? await this.#confirmElements(elements, clientSecret, confirmParams)
      : await this.#hidden().ask('confirm', { clientSecret, ...pick(confirmParams, ['payment_method', 'receipt_email', 'return_url']) });
    const intent = result.paymentIntent;
    if (intent?.next_action?.type === 'redirect_to_url') {
      location.assign(intent.next_action.redirect_to_url.url);
      return new Promise(() => {});
    }
    const ended = intent?.status === 'requires_action' ? await this.#challenge(intent) : result;
    if (redirect === 'if_required' || ended.error) return ended;
    const { id, client_secret } = ended.paymentIntent;
    const back = new URL(confirmParams.return_url);
    for (const [name, value] of [['payment_intent', id], ['payment_intent_client_secret', client_secret], ['redirect_status', 'succeeded']]) {
      back.searchParams.set(name, value);
    }
    location.assign(back);
    return new Promise(() => {});
  }

  async #confirmElements(elements, clientSecret, { return_url, receipt_email, payment_method_data }) {
    if (!(elements instanceof ElementGroup) || !elements.options.mode) {
      throw new IntegrationError('The sandbox confirms payments with Elements that have a mode.');
    }
    if (!elements.isSubmitted) throw new IntegrationError('Call elements.submit() before stripe.confirmPayment().');
    const { wallet } = elements;
    const payment = elements.getElement('payment');
    if (!wallet && !payment) throw new IntegrationError('There is no Payment Element, and no wallet was authorized.');
    const params = { clientSecret, return_url, receipt_email, client_context: elements.context };
    const result = wallet
      ? await wallet.frame.ask('confirm', { ...params, shipping: wallet.shipping })
      : await this.#frameOf(payment).ask('confirm', { ...params, billing_details: payment_method_data?.billing_details });
    wallet?.end();
    return result;
  }

  async retrievePaymentIntent(clientSecret) {
    checkSecret(clientSecret);
    return this.#hidden().ask('retrieve', { clientSecret });
  }

  async handleNextAction({ clientSecret }) {
    const result = await this.retrievePaymentIntent(clientSecret);
    return result.paymentIntent?.next_action ? this.#challenge(result.paymentIntent) : result;
  }

  async handleCardAction(clientSecret) {
    return this.handleNextAction({ clientSecret });
  }

  registerAppInfo() {}

  _registerWrapper() {}

  #frameOf(element) {
    if (!element.frame) throw new IntegrationError('The card element is not mounted.');
    return element.frame;
  }

  /** A frame for calls without a card form, so the policy of the page need not allow connections to the API. */
  #hidden() {
    if (!this.#hiddenFrame) {
      const settings = { key: this.#key };
      this.#hiddenFrame = new Frame('controller.html', { kind: 'Controller', title: '', settings, told() {} });
      this.#hiddenFrame.node.setAttribute('aria-hidden', 'true');
      this.#hiddenFrame.node.tabIndex = -1;
      dress(this.#hiddenFrame.node, { display: 'none' });
      document.body.append(this.#hiddenFrame.node);
    }
    return this.#hiddenFrame;
  }

  /** Shows the page of the bank and resolves with the result of the payment. */
  #challenge(intent) {
    return new Promise((resolve) => {
      const finish = (result) => {
        close();
        resolve(result);
      };
      const frame = new Frame('challenge.html', {
        kind: 'Frame',
        title: 'Authentication by your bank',
        settings: { key: this.#key, intent },
        told: (event, detail) => {
          if (event === 'answered') finish(detail);
          if (event === 'loaderror') finish({ error: { type: 'api_connection_error', message: 'The bank did not answer.' } });
        },
      });
      // Closing the dialog declines, so that the payment does not stay open.
      const close = showInDialog(frame, 'Authentication by your bank', '20rem', () => frame.tell({ method: 'decline' }));
    });
  }
}

function pick(from, names) {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

function checkSecret(clientSecret) {
  if (typeof clientSecret !== 'string' || !/^pi_\w+_secret_\w+$/.test(clientSecret)) {
    throw new IntegrationError('The client secret must have the form pi_…_secret_…');
  }
}

function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Stripe() takes a publishable key, which starts with pk_.');
  }
  return new StripeClient(key);
}
Stripe.version = 3;
window.Stripe = Stripe;
