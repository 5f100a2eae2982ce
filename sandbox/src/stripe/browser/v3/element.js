// What all elements share: listeners, and a frame in the page of the shop.

class FramedElement {
  #listeners = new Map();
  #holder = null;
  #isDestroyed = false;
  container = null;
  frame = null;

  constructor(group, type, options) {
    this.group = group;
    this.type = type;
    this.options = options;
  }

  /** The subclass has `page`, `title`, `expectedHeight()` and `told()`. */
  mount(target) {
    if (this.#isDestroyed) throw new IntegrationError('This Element has already been destroyed.');
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!(container instanceof Element)) throw new IntegrationError(`There is no ${target} to mount to.`);
    if (this.container) this.unmount();
    this.container = container;
    container.replaceChildren();
    const style = getComputedStyle(container);
    const { color, fontFamily, fontSize, fontWeight, letterSpacing } = style;
    this.frame = new Frame(this.page, {
      kind: 'Frame',
      title: this.title,
      settings: {
        key: this.group.key,
        fonts: this.group.fonts,
        options: this.frameOptions(),
        inherited: { color, fontFamily, fontSize, fontWeight, letterSpacing },
      },
      told: (event, detail) => this.told(event, detail),
    });
    this.#holder = document.createElement('div');
    this.#holder.className = '__PrivateStripeElement';
    dress(this.#holder, { margin: '0', padding: '0', border: 'none', display: 'block', background: 'none' });
    dress(this.frame.node, {
      border: 'none', margin: '0', padding: '0', width: '1px', 'min-width': '100%', display: 'block',
      overflow: 'hidden', 'color-scheme': 'light', height: this.expectedHeight(container, style),
    });
    this.#holder.append(this.frame.node);
    container.append(this.#holder);
    return this;
  }

  frameOptions() {
    return this.options;
  }

  resize(height) {
    this.frame?.node.style.setProperty('height', `${height}px`, 'important');
  }

  emit(event, detail) {
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
    this.options = { ...this.options, ...options };
    this.frame?.tell({ method: 'update', params: this.frameOptions() });
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

  unmount() {
    if (!this.container) return this;
    this.frame.remove();
    this.#holder.remove();
    this.container = this.#holder = this.frame = null;
    return this;
  }

  destroy() {
    if (this.#isDestroyed) return this;
    this.unmount();
    this.#isDestroyed = true;
    this.#listeners.clear();
    this.group.forget(this);
    return this;
  }
}
