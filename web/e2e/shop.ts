import type { APIRequestContext, APIResponse } from "@playwright/test";

export interface Account {
  name: string;
  email: string;
  password: string;
}

export interface Tool {
  _id: string;
  name: string;
  price: number;
  description: string;
  img: string;
  availableQuantity: number;
  minimumQuantity: number;
}

export interface Order {
  _id: string;
  toolName: string;
  orderQuantity: number;
  totalPrice: number;
  customerEmail: string;
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

/** The running shop, asked through its API: what a test needs before its first click, and what it checks after the last. */
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

  /** A tool nobody else in this run buys, so that its stock moves by the test's own orders alone. */
  async someTool(place: number): Promise<Tool> {
    const tools = await this.latestTools(100);
    const tool = tools[place];
    if (!tool) throw new Error(`the demo has ${tools.length} tools only`);
    return tool;
  }

  async stockOf(tool: Tool): Promise<number> {
    const tools = await this.latestTools(100);
    return tools.find(({ _id }) => _id === tool._id)?.availableQuantity ?? Number.NaN;
  }

  /** Name and address that no other test of this server has. */
  newAccount(): Account {
    this.#customers += 1;
    const name = `Robin Moss ${this.#customers}`;
    return { name, email: `robin${this.#customers}@example.com`, password: "moss-and-fern" };
  }

  /** A customer who has signed up already. */
  async customer(wish: Partial<Account> = {}): Promise<Account & { desk: Desk }> {
    const account = { ...this.newAccount(), ...wish };
    const request = await this.#newContext();
    await read(await request.post("/api/identity/sign-up", { data: account }));
    return { ...account, desk: await Desk.open(request, account) };
  }

  async admin(): Promise<Desk> {
    const request = await this.#newContext();
    const { email, password } = ADMIN;
    await read(await request.post("/api/identity/sign-in", { data: { email, password } }));
    return Desk.open(request, ADMIN);
  }
}

/** What one account does without a browser. */
export class Desk {
  readonly token: string;
  readonly #request: APIRequestContext;
  readonly #account: Account;
  readonly #headers: Record<string, string>;

  private constructor(request: APIRequestContext, account: Account, token: string) {
    this.#request = request;
    this.#account = account;
    this.token = token;
    this.#headers = { authorization: `Bearer ${token}` };
  }

  static async open(request: APIRequestContext, account: Account): Promise<Desk> {
    const { email } = account;
    const { token } = await read<{ token: string }>(
      await request.put(`/api/user/${email}`, { data: { email } }),
    );
    return new Desk(request, account, token);
  }

  async order(
    tool: Tool,
    quantity = tool.minimumQuantity,
    address = "12 Fern Lane, Halifax",
  ): Promise<Order> {
    const data = {
      toolId: tool._id,
      toolName: tool.name,
      orderQuantity: quantity,
      price: tool.price,
      customerEmail: this.#account.email,
      customerName: this.#account.name,
      phone: address,
      address: "902 555 0101",
      totalPrice: (Math.round(tool.price * 100) * quantity) / 100,
    };
    const { insertedId } = await read<{ insertedId: string }>(
      await this.#request.post("/api/orders", { headers: this.#headers, data }),
    );
    return this.look(insertedId);
  }

  async look(orderId: string): Promise<Order> {
    return read(await this.#request.get(`/api/orders/${orderId}`, { headers: this.#headers }));
  }

  async review(review: string) {
    const { email, name } = this.#account;
    const data = { name, email, review, rating: 4 };
    await read(await this.#request.post("/api/reviews", { headers: this.#headers, data }));
  }

  async saveProfile(address: string) {
    const { email, name } = this.#account;
    const data = { name, email, address, location: address, phone: address };
    await read(await this.#request.put(`/api/profiles/${email}`, { headers: this.#headers, data }));
  }

  /** One's own. */
  async orders(): Promise<Order[]> {
    return read(await this.#request.get("/api/orders", { headers: this.#headers }));
  }

  /** Everybody's; for admins. */
  async allOrders(): Promise<Order[]> {
    return read(await this.#request.get("/api/manageOrders", { headers: this.#headers }));
  }

  async tool(toolId: string): Promise<Tool> {
    return read(await this.#request.get(`/api/tools/${toolId}`, { headers: this.#headers }));
  }

  /** Upon the version that is there now. */
  async editTool({ _id }: Tool, change: Partial<Tool>) {
    const now = await this.#request.get(`/api/tools/${_id}`, { headers: this.#headers });
    const headers = { ...this.#headers, "if-match": now.headers().etag ?? "" };
    const data = { ...(await read<Tool>(now)), ...change };
    await read(await this.#request.put(`/api/tools/${_id}`, { headers, data }));
  }

  async addTool(tool: Omit<Tool, "_id">) {
    await read(await this.#request.post("/api/tools", { headers: this.#headers, data: tool }));
  }

  async removeTool({ _id }: Tool) {
    await read(await this.#request.delete(`/api/tools/${_id}`, { headers: this.#headers }));
  }

  /** The intent that an order would be paid by. */
  async beginPayment({ _id, totalPrice }: Order): Promise<string> {
    const { clientSecret } = await read<{ clientSecret: string }>(
      await this.#request.post("/api/create-payment-intent", {
        headers: this.#headers,
        data: { totalPrice, orderId: _id },
      }),
    );
    return clientSecret;
  }

  async pay(order: Order): Promise<Order> {
    const { _id } = order;
    const headers = this.#headers;
    const config = await read<{ stripePublishableKey: string; stripeJs: string }>(
      await this.#request.get("/api/config"),
    );
    const clientSecret = await this.beginPayment(order);
    const transactionId = clientSecret.split("_secret_")[0] ?? "";
    // Its calls lie beside its script, wherever that is.
    const provider = config.stripeJs;
    await read(
      await this.#request.post(
        new URL(`v1/payment_intents/${transactionId}/confirm`, provider).href,
        {
          headers: { authorization: `Bearer ${config.stripePublishableKey}` },
          form: { client_secret: clientSecret, payment_method: "pm_card_visa" },
        },
      ),
    );
    const data = { orders: _id, transactionId, status: "pending" };
    await read(await this.#request.patch(`/api/orders/${_id}`, { headers, data }));
    return this.look(_id);
  }

  async remove({ _id }: Order) {
    await read(await this.#request.delete(`/api/orders/${_id}`, { headers: this.#headers }));
  }

  async refund({ _id }: Order): Promise<Order> {
    const data = { returnStock: true };
    const url = `/api/orders/${_id}/refund`;
    await read(await this.#request.post(url, { headers: this.#headers, data }));
    return this.look(_id);
  }

  async ship({ _id }: Order): Promise<Order> {
    const data = { status: "Approved and shipped" };
    await read(await this.#request.patch(`/api/orders/${_id}`, { headers: this.#headers, data }));
    return this.look(_id);
  }
}

export async function read<Body>(response: APIResponse): Promise<Body> {
  if (!response.ok())
    throw new Error(`${response.status()} ${response.url()}\n${await response.text()}`);
  return response.json();
}
