import type { APIRequestContext, APIResponse } from "@playwright/test";
import { TodaysTax } from "./taxes.ts";

export interface Account {
  name: string;
  email: string;
  password: string;
}

export interface Tool {
  _id: string;
  slug: string;
  name: string;
  price: number;
  description: string;
  img: string;
  availableQuantity: number;
  minimumQuantity: number;
  category?: string;
  pictures?: { url: string; alt: string }[];
}

export interface Order {
  _id: string;
  number: number;
  toolName: string;
  orderQuantity: number;
  totalPrice: number;
  customerEmail: string;
  /** Holds the address (docs/decisions/0005). */
  phone: string;
  paid: boolean;
  status?: string;
  transactionId?: string;
}

export const ADMIN: Account = {
  name: "Admin",
  email: "admin@example.com",
  password: "garden-admin",
};

type NewContext = () => Promise<APIRequestContext>;

/** Prepares data and checks results through the API of the running shop. */
export class Shop {
  readonly origin: string;
  readonly #request: APIRequestContext;
  readonly #newContext: NewContext;
  #customers = 0;

  constructor(origin: string, request: APIRequestContext, newContext: NewContext) {
    this.origin = origin;
    this.#request = request;
    this.#newContext = newContext;
  }

  async latestTools(limit: number): Promise<Tool[]> {
    return read(await this.#request.get(`/api/tools?sort=newest&limit=${limit}`));
  }

  async latestReviews(limit: number): Promise<{ name: string; review: string }[]> {
    return read(await this.#request.get(`/api/reviews?sort=newest&limit=${limit}`));
  }

  /** A tool by its place in the catalogue. A test that checks stock needs a place that no other test uses. */
  async toolAt(place: number): Promise<Tool> {
    const tools = await this.latestTools(100);
    const tool = tools[place];
    if (!tool) throw new Error(`the demo has only ${tools.length} tools`);
    return tool;
  }

  async stockOf(tool: Tool): Promise<number> {
    const tools = await this.latestTools(100);
    return tools.find(({ _id }) => _id === tool._id)?.availableQuantity ?? Number.NaN;
  }

  /** A rate changes on its day, so a test asks for it. */
  async taxIn(province: string, tax: string): Promise<TodaysTax> {
    const [tool] = await this.latestTools(1);
    const lines = [{ toolId: tool?._id, quantity: tool?.minimumQuantity }];
    const data = { lines, address: { province } };
    const quote = await read<{ taxes: { tax: string; rate: number }[] }>(
      await this.#request.post("/api/quote", { data }),
    );
    const charged = quote.taxes.find((each) => each.tax === tax);
    if (!charged) throw new Error(`the demo charges no ${tax} in ${province}`);
    return new TodaysTax(tax, charged.rate);
  }

  /** A name and an e-mail that no other test of this shop uses. */
  newAccount(): Account {
    this.#customers += 1;
    const name = `Robin Moss ${this.#customers}`;
    return { name, email: `robin${this.#customers}@example.com`, password: "moss-and-fern" };
  }

  /** Signs up a customer. */
  async customer(overrides: Partial<Account> = {}): Promise<Account & { api: ApiClient }> {
    const account = { ...this.newAccount(), ...overrides };
    const request = await this.#newContext();
    await read(await request.post("/api/identity/sign-up", { data: account }));
    return { ...account, api: await ApiClient.create(request, account) };
  }

  async admin(): Promise<ApiClient> {
    const request = await this.#newContext();
    const { email, password } = ADMIN;
    await read(await request.post("/api/identity/sign-in", { data: { email, password } }));
    return ApiClient.create(request, ADMIN);
  }
}

/** Calls the API as one account, without a browser. */
export class ApiClient {
  readonly token: string;
  readonly #request: APIRequestContext;
  readonly #account: Account;

  private constructor(request: APIRequestContext, account: Account, token: string) {
    this.#request = request;
    this.#account = account;
    this.token = token;
  }

  /** Expects a context that is signed in as the account. */
  static async create(request: APIRequestContext, account: Account): Promise<ApiClient> {
    const { email } = account;
    const { token } = await read<{ token: string }>(
      await request.put(`/api/user/${email}`, { data: { email } }),
    );
    return new ApiClient(request, account, token);
  }

  async #call<Body>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    data?: object,
    extraHeaders?: Record<string, string>,
  ): Promise<Body> {
    const headers = { authorization: `Bearer ${this.token}`, ...extraHeaders };
    return read(await this.#request.fetch(path, { method, headers, data }));
  }

  async placeOrder(
    tool: Tool,
    quantity = tool.minimumQuantity,
    address = "12 Fern Lane, Halifax",
  ): Promise<Order> {
    const { insertedId } = await this.#call<{ insertedId: string }>("POST", "/api/orders", {
      toolId: tool._id,
      toolName: tool.name,
      orderQuantity: quantity,
      price: tool.price,
      customerEmail: this.#account.email,
      customerName: this.#account.name,
      phone: address,
      address: "902 555 0101",
      totalPrice: (Math.round(tool.price * 100) * quantity) / 100,
    });
    return this.getOrder(insertedId);
  }

  putIntoBasket({ _id }: Tool, quantity: number) {
    return this.#call("PUT", `/api/basket/lines/${_id}`, { quantity });
  }

  enterCode(code: string) {
    return this.#call("PUT", "/api/basket/code", { code });
  }

  /** Buys the basket, without paying. `payAtPickUp` means that the customer fetches it. */
  async checkOut(
    more: { saveAddress?: boolean; payAtPickUp?: boolean } = {},
  ): Promise<{ purchaseId: string }> {
    const place = { province: "NS", postalCode: "B3J 1A1" };
    const address = { ...place, name: this.#account.name, street: "12 Fern Lane", city: "Halifax" };
    const quote = (choice: object) =>
      this.#call<{
        basketRevision: number;
        digest: string;
        method?: string;
        methods: { id: string; pickUp: boolean }[];
      }>("POST", "/api/quote", { address: place, ...choice });
    let quoted = await quote({});
    if (more.payAtPickUp)
      quoted = await quote({ method: quoted.methods.find(({ pickUp }) => pickUp)?.id });
    const { basketRevision, digest, method } = quoted;
    const body = { basketRevision, digest, method, address, ...more };
    return this.#call("POST", "/api/checkout", body, { "idempotency-key": digest });
  }

  getOrder(orderId: string): Promise<Order> {
    return this.#call("GET", `/api/orders/${orderId}`);
  }

  addReview(review: string) {
    const { email, name } = this.#account;
    return this.#call("POST", "/api/reviews", { name, email, review, rating: 4 });
  }

  saveProfile(address: string) {
    const { email, name } = this.#account;
    const profile = { name, email, address, location: address, phone: address };
    return this.#call("PUT", `/api/profiles/${email}`, profile);
  }

  /** The account's own orders. */
  orders(): Promise<Order[]> {
    return this.#call("GET", "/api/orders");
  }

  /** Returns the orders of all customers. Only admins may call this. */
  allOrders(): Promise<Order[]> {
    return this.#call("GET", "/api/manageOrders");
  }

  getTool(toolId: string): Promise<Tool> {
    return this.#call("GET", `/api/tools/${toolId}`);
  }

  /** Edits the current version of a tool. */
  async editTool({ _id }: Tool, change: Partial<Tool>) {
    const headers = { authorization: `Bearer ${this.token}` };
    const current = await this.#request.get(`/api/tools/${_id}`, { headers });
    const tool = { ...(await read<Tool>(current)), ...change };
    await this.#call("PUT", `/api/tools/${_id}`, tool, {
      "if-match": current.headers().etag ?? "",
    });
  }

  /** Files the tool in a new category, and returns the path of the category. */
  async categorize(tool: Tool, name: string): Promise<string> {
    await this.#call("POST", "/api/categories", { name });
    const slug = name.toLowerCase();
    await this.editTool(tool, { category: slug });
    return `/category/${slug}`;
  }

  addTool(tool: Omit<Tool, "_id">) {
    // A copy of a tool has no article number, because one belongs to one tool.
    return this.#call("POST", "/api/tools", { ...tool, sku: undefined });
  }

  addDiscountCode(code: { code: string; kind: "percent"; value: number }) {
    return this.#call("POST", "/api/discountCodes", code);
  }

  /** Changes the current version of the owner's settings. */
  async saveShopSettings(change: Record<string, string>) {
    const current = await this.#request.get("/api/shop-settings");
    await this.#call("PUT", "/api/shop-settings", change, {
      "if-match": current.headers().etag ?? "",
    });
  }

  /** Returns the address of the picture. */
  async uploadPicture(file: Buffer): Promise<string> {
    const { key } = await this.#call<{ key: string }>("POST", "/api/images/ticket");
    const image = { name: "photo.png", mimeType: "image/png", buffer: file };
    const uploaded = this.#request.post(`/api/images?key=${key}`, { multipart: { image } });
    return (await read<{ data: { url: string } }>(await uploaded)).data.url;
  }

  makeStaff({ email }: Account) {
    return this.#call("PUT", `/api/user/staff/${email}`);
  }

  deleteTool({ _id }: Tool) {
    return this.#call("DELETE", `/api/tools/${_id}`);
  }

  /** Returns the client secret of the payment intent. */
  async createPaymentIntent({ _id, totalPrice }: Order): Promise<string> {
    const data = { totalPrice, orderId: _id };
    const { clientSecret } = await this.#call<{ clientSecret: string }>(
      "POST",
      "/api/create-payment-intent",
      data,
    );
    return clientSecret;
  }

  /** Gives a card to the payment of an order. Resolves to the answer of the provider, and the payment. */
  async #giveCard(order: Order, card: string) {
    const config = await this.#call<{ stripePublishableKey: string; stripeJs: string }>(
      "GET",
      "/api/config",
    );
    const clientSecret = await this.createPaymentIntent(order);
    const [transactionId = ""] = clientSecret.split("_secret_");
    // The provider's API is next to its script.
    const url = new URL(`v1/payment_intents/${transactionId}/confirm`, config.stripeJs).href;
    const headers = { authorization: `Bearer ${config.stripePublishableKey}` };
    const form = { client_secret: clientSecret, payment_method: card };
    return { response: await this.#request.post(url, { headers, form }), transactionId };
  }

  async pay(order: Order): Promise<Order> {
    const { response, transactionId } = await this.#giveCard(order, "pm_card_visa");
    await read(response);
    const payment = { orders: order._id, transactionId, status: "pending" };
    await this.#call("PATCH", `/api/orders/${order._id}`, payment);
    return this.getOrder(order._id);
  }

  /** The bank declines the card. */
  async declineCard(order: Order) {
    const { response } = await this.#giveCard(order, "pm_card_chargeDeclined");
    if (response.status() !== 402) throw new Error(`${response.status()} ${await response.text()}`);
  }

  deleteOrder({ _id }: Order) {
    return this.#call("DELETE", `/api/orders/${_id}`);
  }

  async refund({ _id }: Order): Promise<Order> {
    await this.#call("POST", `/api/orders/${_id}/refund`, { returnStock: true });
    return this.getOrder(_id);
  }

  /** The path of the page of the order's first credit note. */
  async creditNoteOf({ _id }: Order): Promise<string> {
    const path = `/purchases/${_id}`;
    type Refunded = { refunds: { creditNote?: number }[] };
    const { refunds } = await this.#call<Refunded>("GET", `/api${path}`);
    return `${path}/credit-notes/${refunds[0]?.creditNote}`;
  }

  async ship({ _id }: Order): Promise<Order> {
    await this.#call("PATCH", `/api/orders/${_id}`, { status: "Approved and shipped" });
    return this.getOrder(_id);
  }
}

export async function read<Body>(response: APIResponse): Promise<Body> {
  if (!response.ok())
    throw new Error(`${response.status()} ${response.url()}\n${await response.text()}`);
  return response.json();
}
