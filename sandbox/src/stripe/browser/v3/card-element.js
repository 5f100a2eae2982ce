// The card form as the page of the shop sees it. The page never sees a card number.

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

  /** The height of the frame before it has loaded, so that the page does not move. Equals the heights in card.css. */
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

  /** Enter in a field submits the form. */
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
    // The window of the frame needs the focus before its fields can have it.
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

  /** By name, or by the React component with that name. */
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
