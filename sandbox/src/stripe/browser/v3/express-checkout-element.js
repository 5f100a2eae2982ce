// The buttons of wallets, and the sheet that one opens. A phone draws its own sheet; the sandbox draws both.

const CLICK_LIMIT_MS = 1000;
const WALLETS = { apple_pay: 'applePay', google_pay: 'googlePay' };

/** Errors of the page that no call is there to receive. */
function report(message) {
  queueMicrotask(() => {
    throw new IntegrationError(message);
  });
}

class ExpressCheckoutElement extends FramedElement {
  page = 'express.html';
  title = 'Secure express checkout frame';
  #sheet = null;

  #shown() {
    const { paymentMethods = {}, wallets = {} } = this.options;
    return Object.keys(WALLETS).filter((type) => ({ ...wallets, ...paymentMethods })[WALLETS[type]] !== 'never');
  }

  frameOptions() {
    const { buttonHeight = 44, buttonType = {}, buttonTheme = {}, layout = {} } = this.options;
    return { buttonHeight, buttonType, buttonTheme, columns: layout.maxColumns || 2, types: this.#shown() };
  }

  expectedHeight() {
    const { buttonHeight, columns, types } = this.frameOptions();
    return `${Math.ceil(types.length / columns) * (buttonHeight + 8) - 8}px`;
  }

  told(event, detail) {
    if (event === 'height') return this.resize(detail);
    if (event === 'pressed') return void this.#press(detail);
    if (event !== 'ready') return this.emit(event, { elementType: this.type, ...detail });
    const types = this.#shown();
    const isThere = (type) => types.includes(type);
    const availablePaymentMethods = types.length === 0 ? undefined : {
      amazonPay: false, applePay: isThere('apple_pay'), googlePay: isThere('google_pay'), klarna: false, link: false, paypal: false,
    };
    this.emit('ready', { elementType: this.type, availablePaymentMethods });
  }

  /** The page has one second to answer a click. */
  async #press(type) {
    if (this.#sheet) return;
    const details = await new Promise((resolve) => {
      const late = setTimeout(() => {
        report('The click event must be resolved or rejected within 1 second.');
        resolve(null);
      }, CLICK_LIMIT_MS);
      const answer = (value) => {
        clearTimeout(late);
        resolve(value);
      };
      this.emit('click', {
        elementType: this.type,
        expressPaymentType: type,
        resolve: (given = {}) => answer(this.#checked({ shippingRates: this.options.shippingRates, ...given })),
        reject: () => answer(null),
      });
    });
    if (details) this.#open(type, details);
  }

  #checked(details) {
    const { amount } = this.group.options;
    const items = (details.lineItems ?? []).reduce((sum, item) => sum + item.amount, 0);
    if (items > amount) {
      throw new IntegrationError(`The amount ${amount} is less than the total amount of the line items provided ${items}.`);
    }
    if (this.options.shippingAddressRequired && !details.shippingRates?.length) {
      throw new IntegrationError('When shippingAddressRequired is true, you must specify shippingRates.');
    }
    return { ...details, amount };
  }

  #open(type, details) {
    const { shippingAddressRequired, emailRequired, phoneNumberRequired, business } = this.options;
    const { currency } = this.group.options;
    const frame = new Frame('sheet.html', {
      kind: 'Frame',
      title: type === 'apple_pay' ? 'Apple Pay' : 'Google Pay',
      settings: {
        key: this.group.key, type, currency, details, business: business?.name,
        needs: { shippingAddressRequired, emailRequired, phoneNumberRequired },
      },
      told: (event, detail) => this.#toldBySheet(event, detail),
    });
    const cancel = () => frame.tell({ method: 'cancel' });
    this.#sheet = { type, frame, close: showInDialog(frame, frame.node.title, emailRequired ? '38.5rem' : '34rem', cancel) };
  }

  #toldBySheet(event, detail) {
    const sheet = this.#sheet;
    const { frame, type } = sheet;
    const end = () => {
      if (this.#sheet !== sheet) return;
      this.#sheet = this.group.wallet = null;
      sheet.close();
    };
    const answers = {
      resolve: (changes = {}) => frame.tell({ method: 'show', params: this.#checked({ shippingRates: detail.shippingRates, ...changes }) }),
      reject: () => frame.tell({ method: 'refuse' }),
    };
    if (event === 'cancel' || event === 'loaderror') {
      end();
      this.emit('cancel', { elementType: this.type });
    } else if (event === 'shippingaddresschange') {
      const { name, address } = detail;
      this.emit(event, { name, address, ...answers });
    } else if (event === 'shippingratechange') {
      this.emit(event, { shippingRate: detail.shippingRate, ...answers });
    } else if (event === 'confirm') {
      this.group.wallet = { type, frame, end, shipping: detail.shippingAddress };
      this.emit(event, {
        ...detail,
        expressPaymentType: type,
        paymentFailed: (payload = {}) => {
          if (typeof payload !== 'object') {
            throw new IntegrationError(`Invalid value for confirm event paymentFailed callback: value should be an object. You specified: ${payload}.`);
          }
          end();
        },
      });
    }
  }
}
