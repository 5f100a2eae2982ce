/*
 * window.Stripe for a shop's page: the part of Stripe.js that a card form needs.
 *
 * It draws nothing of the card itself. Each element is a frame of the provider's origin; this script places it,
 * passes on what the frame tells (never the card), and asks the frame to pay.
 */
(() => {
  'use strict';

  const base = new URL('.', document.currentScript.src);
  const LOAD_PATIENCE_MS = 20_000;
  let frames = 0;

  class IntegrationError extends Error {
    constructor(message) {
      super(message);
      this.name = 'IntegrationError';
    }
  }

  /** Styles go through the CSSOM: the page's policy need not allow inline ones. */
  function dress(node, properties) {
    for (const [name, value] of Object.entries(properties)) node.style.setProperty(name, value, 'important');
  }

  /** A page of the provider in a frame, and the private port to it. */
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

    /** Resolves with the frame's answer, or with an error if the frame goes first. */
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

  /** The one-line card form. */
  class CardElement {
    #group;
    #options;
    #listeners = new Map();
    #container = null;
    #holder = null;
    #labels = [];
    #state = { empty: true, complete: false, invalid: false, focus: false };
    #destroyed = false;

    constructor(group, options) {
      this.#group = group;
      this.#options = options;
      this.frame = null;
    }

    mount(target) {
      if (this.#destroyed) throw new IntegrationError('This Element has already been destroyed.');
      const container = typeof target === 'string' ? document.querySelector(target) : target;
      if (!(container instanceof Element)) throw new IntegrationError(`There is no ${target} to mount to.`);
      if (this.#container) this.unmount();
      this.#container = container;
      container.replaceChildren();

      const inherited = getComputedStyle(container);
      this.frame = new Frame('card.html', {
        kind: 'Frame',
        title: 'Secure card payment input frame',
        settings: {
          key: this.#group.key,
          fonts: this.#group.fonts,
          options: this.#options,
          inherited: {
            color: inherited.color,
            fontFamily: inherited.fontFamily,
            fontSize: inherited.fontSize,
            fontWeight: inherited.fontWeight,
            letterSpacing: inherited.letterSpacing,
          },
        },
        told: (event, detail) => this.#told(event, detail),
      });
      this.#holder = document.createElement('div');
      this.#holder.className = '__PrivateStripeElement';
      dress(this.#holder, { margin: '0', padding: '0', border: 'none', display: 'block', background: 'none' });
      dress(this.frame.node, {
        border: 'none', margin: '0', padding: '0', width: '1px', 'min-width': '100%', display: 'block',
        overflow: 'hidden', 'color-scheme': 'light', height: this.#expectedHeight(container, inherited),
      });
      this.#holder.append(this.frame.node);
      container.append(this.#holder);
      container.addEventListener('click', this.#onClick);
      this.#labels = container.id ? [...document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)] : [];
      for (const label of this.#labels) label.addEventListener('click', this.#onClick);
      this.#paint();
      return this;
    }

    /** What the frame will ask for once it is there, so that the page does not jump. Mirrors card.css. */
    #expectedHeight(container, inherited) {
      const size = parseFloat(this.#options.style?.base?.fontSize ?? inherited.fontSize) || 16;
      const row = Math.max(24, Math.round(size * 1.5));
      const width = container.clientWidth - parseFloat(inherited.paddingLeft) - parseFloat(inherited.paddingRight);
      const oneRow = width >= size * (this.#options.hidePostalCode ? 23 : 29);
      return `${oneRow ? row : row * 2 + 17}px`;
    }

    #onClick = (event) => {
      if (event.target !== this.frame?.node) this.focus();
    };

    #told(event, detail) {
      switch (event) {
        case 'height':
          this.frame?.node.style.setProperty('height', `${detail}px`, 'important');
          return;
        case 'submit':
          return this.#submit();
        case 'change':
          Object.assign(this.#state, { empty: detail.empty, complete: detail.complete, invalid: !!detail.error });
          break;
        case 'focus':
        case 'blur':
          this.#state.focus = event === 'focus';
          break;
        default:
      }
      this.#paint();
      this.#emit(event, event === 'ready' ? this : { elementType: 'card', ...detail });
    }

    /** Enter in a field does what it does in any form. */
    #submit() {
      const form = this.#container?.closest('form');
      const button = form && [...form.elements].find((control) => control.type === 'submit');
      if (form && !button?.disabled) form.requestSubmit(button);
    }

    #paint() {
      const classes = { base: 'StripeElement', empty: 'StripeElement--empty', complete: 'StripeElement--complete',
        invalid: 'StripeElement--invalid', focus: 'StripeElement--focus', ...this.#options.classes };
      const set = (name, on) => {
        for (const part of name.split(/\s+/).filter(Boolean)) this.#container?.classList.toggle(part, on);
      };
      set(classes.base, true);
      for (const name of ['empty', 'complete', 'invalid', 'focus']) set(classes[name], this.#state[name]);
    }

    #emit(event, detail) {
      for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(detail);
    }

    on(event, listener) {
      if (typeof listener !== 'function') throw new IntegrationError('A listener must be a function.');
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    once(event, listener) {
      const first = (detail) => {
        this.off(event, first);
        listener(detail);
      };
      return this.on(event, first);
    }

    off(event, listener) {
      const rest = listener ? (this.#listeners.get(event) ?? []).filter((other) => other !== listener) : [];
      this.#listeners.set(event, rest);
      return this;
    }

    update(options = {}) {
      this.#options = { ...this.#options, ...options };
      this.frame?.tell({ method: 'update', params: options });
      return this;
    }

    focus() {
      // The frame's window must have the focus before a field in it can.
      this.frame?.node.focus();
      this.frame?.tell({ method: 'focus' });
    }

    blur() {
      this.frame?.tell({ method: 'blur' });
      this.frame?.node.blur();
    }

    clear() {
      this.frame?.tell({ method: 'clear' });
    }

    unmount() {
      if (!this.#container) return this;
      this.#container.removeEventListener('click', this.#onClick);
      for (const label of this.#labels) label.removeEventListener('click', this.#onClick);
      this.frame.remove();
      this.#holder.remove();
      this.#container.classList.remove('StripeElement', 'StripeElement--empty', 'StripeElement--complete',
        'StripeElement--invalid', 'StripeElement--focus');
      this.#state = { empty: true, complete: false, invalid: false, focus: false };
      this.#container = this.#holder = this.frame = null;
      return this;
    }

    destroy() {
      if (this.#destroyed) return this;
      this.unmount();
      this.#destroyed = true;
      this.#listeners.clear();
      this.#group.forget(this);
      return this;
    }
  }

  /** The elements of one form. */
  class ElementGroup {
    #elements = new Map();

    constructor(key, options = {}) {
      this.key = key;
      this.fonts = (options.fonts ?? []).filter((font) => font.family && font.src);
    }

    create(type, options = {}) {
      if (type !== 'card') {
        throw new IntegrationError(`The sandbox draws the card element; there is no element named ${type}.`);
      }
      if (this.#elements.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`);
      const element = new CardElement(this, options);
      this.#elements.set(type, element);
      return element;
    }

    /** By name, or by the React component of that name. */
    getElement(nameOrComponent) {
      return this.#elements.get(nameOrComponent?.__elementType ?? nameOrComponent) ?? null;
    }

    forget(element) {
      for (const [type, known] of this.#elements) if (known === element) this.#elements.delete(type);
    }

    update() {}

    async fetchUpdates() {
      return {};
    }

    async submit() {
      return {};
    }
  }

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

    async createToken(element, data = {}) {
      if (!(element instanceof CardElement)) throw new IntegrationError('createToken takes a card element.');
      return this.#frameOf(element).ask('createToken', data);
    }

    async confirmCardPayment(clientSecret, data = {}, { handleActions = true } = {}) {
      checkSecret(clientSecret);
      const { payment_method: method, ...rest } = data;
      const params = { clientSecret, ...pick(rest, ['receipt_email', 'return_url', 'shipping']) };
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

    /** For calls without a card form: the page's policy need not let it connect to the API. */
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

    /** Shows the bank's question and resolves with how the payment ended. */
    #challenge(intent) {
      return new Promise((resolve) => {
        const dialog = document.createElement('dialog');
        const finish = (result) => {
          frame.remove();
          dialog.remove();
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
        dialog.setAttribute('aria-label', 'Authentication by your bank');
        dress(dialog, {
          border: 'none', padding: '0', margin: 'auto', width: 'min(26rem, calc(100vw - 2rem))', height: '20rem',
          'max-height': 'calc(100vh - 2rem)', overflow: 'hidden', 'border-radius': '12px', background: '#fff',
          'box-shadow': '0 20px 60px rgb(0 0 0 / 0.35)',
        });
        dress(frame.node, { border: 'none', width: '100%', height: '100%', display: 'block', 'color-scheme': 'light' });
        // Walking away is an answer too: the payment must not stay open behind a closed dialog.
        dialog.addEventListener('cancel', (event) => {
          event.preventDefault();
          frame.tell({ method: 'decline' });
        });
        dialog.append(frame.node);
        document.body.append(dialog);
        dialog.showModal();
      });
    }
  }

  function pick(from, names) {
    return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
  }

  function checkSecret(clientSecret) {
    if (typeof clientSecret !== 'string' || !/^pi_\w+_secret_\w+$/.test(clientSecret)) {
      throw new IntegrationError('The client secret must look like pi_…_secret_…');
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
})();
