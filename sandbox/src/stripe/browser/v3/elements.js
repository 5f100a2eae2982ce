// The elements of one form. Without an intent they are told what it will be.

const KINDS = { card: CardElement, payment: PaymentElement, expressCheckout: ExpressCheckoutElement };

class ElementGroup {
  #elements = new Map();
  /** The wallet that the customer authorized, until its payment ends. */
  wallet = null;
  isSubmitted = false;

  constructor(key, options = {}) {
    this.key = key;
    this.fonts = (options.fonts ?? []).filter((font) => font.family && font.src);
    this.options = {};
    this.#change(options);
  }

  get appearance() {
    return this.options.appearance ?? {};
  }

  #change(changes) {
    if ('paymentMethodTypes' in changes) {
      throw new IntegrationError('paymentMethodTypes is no longer supported. Use allowedPaymentMethodTypes.');
    }
    const options = { ...this.options, ...changes };
    if (options.mode === undefined) {
      if (options.amount !== undefined) throw new IntegrationError('Set mode to create Elements without an intent.');
    } else if (options.mode !== 'payment') {
      throw new IntegrationError('The sandbox knows the mode payment.');
    } else if (!Number.isInteger(options.amount) || options.amount <= 0) {
      throw new IntegrationError('Invalid value for elements(): amount should be a positive amount in the smallest currency unit.');
    } else if (!/^[a-z]{3}$/.test(options.currency ?? '')) {
      throw new IntegrationError('Invalid value for elements(): currency should be three lowercase letters.');
    }
    this.options = options;
  }

  create(type, options = {}) {
    const Kind = KINDS[type];
    if (!Kind) throw new IntegrationError(`The sandbox has no element named ${type}.`);
    if (type !== 'card' && !this.options.mode) {
      throw new IntegrationError(`In the sandbox the element ${type} needs Elements with a mode.`);
    }
    if (this.#elements.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`);
    const element = new Kind(this, type, options);
    this.#elements.set(type, element);
    return element;
  }

  /** By name, or by the React component with that name. */
  getElement(nameOrComponent) {
    return this.#elements.get(nameOrComponent?.__elementType ?? nameOrComponent) ?? null;
  }

  forget(element) {
    for (const [type, known] of this.#elements) if (known === element) this.#elements.delete(type);
  }

  async update(changes = {}) {
    this.#change(changes);
    if (changes.appearance) this.getElement('payment')?.update();
  }

  /** Reads the intent again. Elements without one have nothing to read. */
  async fetchUpdates() {
    return {};
  }

  /** Checks what was typed, before the shop makes the intent. */
  async submit() {
    const payment = this.wallet ? null : this.getElement('payment');
    const result = payment ? await payment.frame.ask('submit') : { selectedPaymentMethod: this.wallet?.type };
    this.isSubmitted = !result.error;
    return result;
  }

  /** What the page showed. The provider compares it with the intent. */
  get context() {
    const { mode, amount, currency, allowedPaymentMethodTypes, setupFutureUsage } = this.options;
    return {
      mode, amount, currency, allowed_payment_method_types: allowedPaymentMethodTypes, setup_future_usage: setupFutureUsage,
    };
  }
}
