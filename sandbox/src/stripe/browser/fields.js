// The format and the checks of each field.
//
// `significant(text)` returns the relevant characters, `write(significant, typing)` formats them, and
// `check(significant)` returns `{ complete, error?, unfinished }`. The form shows `error` at once and `unfinished` when
// the customer leaves the field.

import { brandOf, passesLuhn } from './brands.js';

const problem = (code, message) => ({ type: 'validation_error', code, message });
const digitsOf = (text) => text.replace(/\D/g, '');

export const number = {
  name: 'cardnumber',
  significant(text) {
    const digits = digitsOf(text);
    return digits.slice(0, Math.max(...brandOf(digits).lengths));
  },
  write(digits) {
    const { gaps } = brandOf(digits);
    return [...digits].map((digit, place) => (gaps.includes(place) ? ` ${digit}` : digit)).join('');
  },
  check(digits) {
    const { lengths } = brandOf(digits);
    const unfinished = problem('incomplete_number', 'Your card number is incomplete.');
    if (!lengths.includes(digits.length)) return { complete: false, unfinished };
    if (passesLuhn(digits)) return { complete: true };
    // A longer number of the same brand may still be valid.
    if (digits.length < Math.max(...lengths)) return { complete: false, unfinished };
    return { complete: false, error: problem('invalid_number', 'Your card number is invalid.') };
  },
};

export const expiry = {
  name: 'exp-date',
  significant(text) {
    // Browsers fill in years with four digits, and customers type months with one digit.
    const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
    if (year) return month.padStart(2, '0') + year;
    const digits = digitsOf(text);
    const started = digits.length === 1 && (digits > '1' || /\//.test(text)) ? `0${digits}` : digits;
    return started.length === 6 && started.slice(2, 4) === '20'
      ? started.slice(0, 2) + started.slice(4)
      : started.slice(0, 4);
  },
  write(digits, typing) {
    if (digits.length < 2 || (digits.length === 2 && !typing)) return digits;
    return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
  },
  check(digits, today = new Date()) {
    const month = Number(digits.slice(0, 2));
    if (digits.length >= 2 && (month < 1 || month > 12)) {
      return { complete: false, error: problem('invalid_expiry_month', "Your card's expiration month is invalid.") };
    }
    if (digits.length < 4) {
      return { complete: false, unfinished: problem('incomplete_expiry', "Your card's expiration date is incomplete.") };
    }
    const year = 2000 + Number(digits.slice(2));
    if (year < today.getFullYear()) {
      return { complete: false, error: problem('invalid_expiry_year_past', "Your card's expiration year is in the past.") };
    }
    if (year === today.getFullYear() && month < today.getMonth() + 1) {
      return { complete: false, error: problem('invalid_expiry_month_past', "Your card's expiration date is in the past.") };
    }
    if (year > today.getFullYear() + 50) {
      return { complete: false, error: problem('invalid_expiry_year', "Your card's expiration year is invalid.") };
    }
    return { complete: true };
  },
};

export const cvc = {
  name: 'cvc',
  /** The brand of the card determines the length. */
  length: 3,
  significant(text) {
    return digitsOf(text).slice(0, this.length);
  },
  write: (digits) => digits,
  check(digits) {
    if (digits.length === this.length) return { complete: true };
    return { complete: false, unfinished: problem('incomplete_cvc', "Your card's security code is incomplete.") };
  },
};

export const postal = {
  name: 'postal',
  significant: (text) => text.toUpperCase().replace(/[^A-Z0-9 -]/g, '').trimStart().slice(0, 10),
  write: (text) => text,
  check(text) {
    const code = text.replace(/[^A-Z0-9]/g, '');
    const canadian = /^[A-Z]\d[A-Z]/.test(code) || /^[A-Z]\d?$/.test(code);
    if (canadian ? /^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(code) : code.length >= 5) return { complete: true };
    return { complete: false, unfinished: problem('incomplete_zip', 'Your postal code is incomplete.') };
  },
};
