// The card form as the page of the shop sees it. The page never sees a card number.

/** The one-line card form. */
class CardElement extends FramedElement {
  page = 'card.html';
  title = 'Secure card payment input frame';
  #labels = [];
  #state = { empty: true, complete: false, invalid: false, focus: false };

  mount(target) {
    super.mount(target);
    const { container } = this;
    container.addEventListener('click', this.#onClick);
    this.#labels = container.id ? [...document.querySelectorAll(`label[for="${CSS.escape(container.id)}"]`)] : [];
    for (const label of this.#labels) label.addEventListener('click', this.#onClick);
    this.#paint();
    return this;
  }

  /** The height of the frame before it has loaded, so that the page does not move. Equals the heights in card.css. */
  expectedHeight(container, inherited) {
    const size = parseFloat(this.options.style?.base?.fontSize ?? inherited.fontSize) || 16;
    const row = Math.max(24, Math.round(size * 1.5));
    const width = container.clientWidth - parseFloat(inherited.paddingLeft) - parseFloat(inherited.paddingRight);
    const oneRow = width >= size * (this.options.hidePostalCode ? 23 : 29);
    return `${oneRow ? row : row * 2 + 17}px`;
  }

  #onClick = (event) => {
    if (event.target !== this.frame?.node) this.focus();
  };

  told(event, detail) {
    switch (event) {
      case 'height':
        return this.resize(detail);
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
    this.emit(event, event === 'ready' ? this : { elementType: this.type, ...this.publicDetail(event, detail) });
  }

  publicDetail(_event, detail) {
    return detail;
  }

  /** Enter in a field submits the form. */
  #submit() {
    const form = this.container?.closest('form');
    const button = form && [...form.elements].find((control) => control.type === 'submit');
    if (form && !button?.disabled) form.requestSubmit(button);
  }

  #paint() {
    const classes = { base: 'StripeElement', empty: 'StripeElement--empty', complete: 'StripeElement--complete',
      invalid: 'StripeElement--invalid', focus: 'StripeElement--focus', ...this.options.classes };
    const set = (name, on) => {
      for (const part of name.split(/\s+/).filter(Boolean)) this.container?.classList.toggle(part, on);
    };
    set(classes.base, true);
    for (const name of ['empty', 'complete', 'invalid', 'focus']) set(classes[name], this.#state[name]);
  }

  clear() {
    this.frame?.tell({ method: 'clear' });
  }

  unmount() {
    if (!this.container) return this;
    this.container.removeEventListener('click', this.#onClick);
    for (const label of this.#labels) label.removeEventListener('click', this.#onClick);
    this.container.classList.remove('StripeElement', 'StripeElement--empty', 'StripeElement--complete',
      'StripeElement--invalid', 'StripeElement--focus');
    this.#state = { empty: true, complete: false, invalid: false, focus: false };
    return super.unmount();
  }
}

/** The card form of the Payment Element, with labels and the messages about its fields. */
class PaymentElement extends CardElement {
  title = 'Secure payment input frame';

  expectedHeight() {
    return '228px';
  }

  frameOptions() {
    const { postal_code: postalCode } = this.options.defaultValues?.billingDetails?.address ?? {};
    return { layout: 'payment', appearance: this.group.appearance, value: { postalCode } };
  }

  /** The page hears no error, because the form shows it. */
  publicDetail(event, detail) {
    if (event !== 'change') return detail;
    const { empty, complete } = detail;
    return { empty, complete, collapsed: false, value: { type: 'card' } };
  }
}
