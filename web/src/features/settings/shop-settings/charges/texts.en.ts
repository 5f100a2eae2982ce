/** The fields of the lists about delivery and taxes. */
export const rowButtons = {
  up: "Up",
  upOf: (name: string) => `Up: ${name}`,
  down: "Down",
  downOf: (name: string) => `Down: ${name}`,
  remove: "Remove",
  removeOf: (name: string) => `Remove: ${name}`,
};

export const delivery = {
  hint: "We preselect the first method in this list that fits. Pick-up only if no other fits.",
  emptyHint: "Without a method, the shop charges no delivery.",
  unnamed: (number: number) => `Method ${number}`,
  change: "Change",
  changeOf: (name: string) => `Change: ${name}`,
  close: "Close",
  closeOf: (name: string) => `Close: ${name}`,
  add: "Add a method",
};

export const method = {
  name: "Name",
  nameHint: "Customers see this name.",
  isPickUp: "Customers pick up the goods",
  isPickUpHint: "The sale is taxed where the shop is.",
  priceKind: "Price",
  provinces: "Provinces",
  allProvinces: "None chosen: all of Canada.",
  areas: "Postal codes that begin with",
  areasHint: "For local delivery, with spaces: J8X J8Y J9A. Empty: all postal codes.",
  daysFrom: "Days, from",
  readyFrom: "Ready after days, from",
  daysTo: "to",
  daysFromName: "Days from",
  daysToName: "Days to",
  note: "Note to customers (optional)",
  noteHint: "For example “Canada Post, tracked”.",
  pickUpNoteHint: "For example your address and opening hours.",
};

export const steps = {
  fromTotal: "From a total of",
  fromTotalOf: (step: number) => `From a total of, step ${step}`,
  upToKilograms: "Up to (kg)",
  upToKilogramsOf: (step: number) => `Up to (kg), step ${step}`,
  price: "Price",
  priceOf: (step: number) => `Price, step ${step}`,
  remove: "Remove",
  removeOf: (step: number) => `Remove step ${step}`,
  add: "Add a step",
  needsWeights:
    "Each tool needs its weight. Heavier goods, and tools without a weight, do not fit.",
};

export const registrations = {
  hint: "The shop charges the taxes that you are registered for on the day of the sale, and prints the number.",
  emptyHint: "Not registered for GST/HST? Leave this empty; your shop charges no tax.",
  add: "Add a registration",
  row: (row: number) => `registration ${row}`,
  tax: "Tax",
  taxOf: (row: number) => `Registration ${row}: tax`,
  number: "Number",
  numberOf: (row: number) => `Registration ${row}: number`,
  from: "First day",
  fromOf: (row: number) => `Registration ${row}: first day`,
  until: "End date (optional)",
  untilOf: (row: number) => `Registration ${row}: end date (optional)`,
};

export const rates = {
  hint: "When a budget changes a rate before your shop knows it, enter the rate here. It counts from its first day on.",
  add: "Add a rate",
  row: (row: number) => `rate ${row}`,
  province: "Province",
  provinceOf: (row: number) => `Rate ${row}: province`,
  tax: "Tax",
  taxOf: (row: number) => `Rate ${row}: tax`,
  percent: "Percent",
  percentOf: (row: number) => `Rate ${row}: percent`,
  from: "First day",
  fromOf: (row: number) => `Rate ${row}: first day`,
  reason: "Why",
  reasonOf: (row: number) => `Rate ${row}: why`,
  reasonExample: "Nova Scotia budget of 2027",
};

export const deliveryTax = {
  hint: "GST, HST and QST are always on the delivery. For the others, ask your accountant.",
  taxTo: (tax: string, place: string) => `${tax} on the delivery ${place}`,
};

/** What is still to enter in a row. */
export const missing = {
  firstDay: "Please enter the first day.",
  rate: "Please enter the rate in percent.",
};
