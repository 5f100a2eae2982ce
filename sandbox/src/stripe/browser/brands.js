// Card brands by their first digits, with the lengths and gaps of the number and the length of the security code.

const BRANDS = [
  { id: 'amex', name: 'American Express', starts: /^3[47]/, lengths: [15], gaps: [4, 10], cvc: 4 },
  { id: 'visa', name: 'Visa', starts: /^4/, lengths: [16] },
  { id: 'mastercard', name: 'Mastercard', starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { id: 'discover', name: 'Discover', starts: /^(6011|64[4-9]|65)/, lengths: [16] },
  { id: 'diners', name: 'Diners Club', starts: /^36/, lengths: [14], gaps: [4, 10] },
  { id: 'diners', name: 'Diners Club', starts: /^3(0[0-5]|09|[89])/, lengths: [16] },
  { id: 'jcb', name: 'JCB', starts: /^35/, lengths: [16] },
  { id: 'unionpay', name: 'UnionPay', starts: /^62/, lengths: [16, 17, 18, 19] },
];

const UNKNOWN = { id: 'unknown', name: 'Card', lengths: [16] };

export function brandOf(digits) {
  const brand = BRANDS.find(({ starts }) => starts.test(digits)) ?? UNKNOWN;
  return { gaps: [4, 8, 12, 16], cvc: 3, ...brand };
}

export function passesLuhn(digits) {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    let digit = Number(digits[digits.length - 1 - place]);
    if (place % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
