// Stands in for schema.gen.ts until openapi.json is written. Same names, same shapes.

interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  code?: string;
  errors?: { field: string; code: string; detail: string }[];
  price?: number;
}

interface Changed {
  acknowledged: boolean;
  matchedCount: number;
  modifiedCount: number;
  upsertedCount: number;
  upsertedId: string | null;
}

interface Inserted {
  acknowledged: boolean;
  insertedId: string;
}

interface Deleted {
  acknowledged: boolean;
  deletedCount: number;
}

interface Tool {
  _id: string;
  name: string;
  price: number;
  description: string;
  img: string;
  availableQuantity: number;
  minimumQuantity: number;
  createdAt: string;
  revision: number;
}

interface Order {
  _id: string;
  toolId: string;
  toolName: string;
  orderQuantity: number;
  price: number;
  totalPrice: number;
  customerEmail: string;
  customerName: string;
  phone: string;
  address: string;
  paid: boolean;
  status?: string;
  transactionId?: string;
  createdAt: string;
  paidAt?: string;
  shippedAt?: string;
}

interface Review {
  _id: string;
  name: string;
  review: string;
  rating: number;
  createdAt: string;
}

interface Session {
  uid: string;
  email: string | null;
  displayName: string;
  photoURL: string | null;
}

interface Json<T> {
  headers: { [name: string]: unknown };
  content: { "application/json": T };
}

interface Failure {
  headers: { [name: string]: unknown };
  content: { "application/problem+json": Problem };
}

interface Call<Answer, Parameters = object, Body = never> {
  parameters: Omit<
    { query?: never; header?: never; path?: never; cookie?: never },
    keyof Parameters
  > &
    Parameters;
  requestBody?: [Body] extends [never] ? never : { content: { "application/json": Body } };
  responses: { 200: Json<Answer>; default: Failure };
}

interface ById {
  path: { id: string };
}

interface ByEmail {
  path: { email: string };
}

interface Paged {
  limit?: number;
  cursor?: string;
}

interface ToolsQuery extends Paged {
  sort?: "newest" | "oldest" | "price" | "-price" | "name";
  q?: string;
  inStock?: boolean;
  maxMinimum?: number;
  priceMin?: number;
  priceMax?: number;
}

interface PlaceOrder {
  toolId?: string;
  toolName: string;
  orderQuantity: number;
  price: number;
  customerEmail: string;
  customerName: string;
  phone?: string;
  address?: string;
  totalPrice: number;
}

type ChangeOrder =
  | { status: "Approved and shipped" }
  | { orders: string; transactionId: string; status: "pending" };

interface TokenAnswer {
  result: Changed;
  token: string;
  expiresAt: string;
}

interface ConfigAnswer {
  currency: string;
  stripePublishableKey: string | null;
  stripeJs: string | null;
  imageHost: string;
}

export interface paths {
  "/api/tools": { get: Call<Tool[], { query?: ToolsQuery }> };
  "/api/tools/{id}": { get: Call<Tool, ById & { path: { id: string } }> };
  "/api/reviews": { get: Call<Review[], { query?: Paged & { sort?: "newest" } }> };
  "/api/orders": {
    get: Call<Order[], { query?: Paged & { customerEmail?: string } }>;
    post: Call<Inserted, { header?: { "Idempotency-Key"?: string } }, PlaceOrder>;
  };
  "/api/orders/{id}": {
    get: Call<Order, { path: { id: string } }>;
    patch: Call<Changed, { path: { id: string } }, ChangeOrder>;
    delete: Call<Deleted, { path: { id: string } }>;
  };
  "/api/manageOrders": { get: Call<Order[], { query?: Paged }> };
  "/api/create-payment-intent": {
    post: Call<
      { clientSecret: string },
      { header?: { "Idempotency-Key"?: string } },
      { totalPrice: number; orderId?: string }
    >;
  };
  "/api/config": { get: Call<ConfigAnswer> };
  "/api/admin/{email}": { get: Call<{ admin: boolean }, ByEmail> };
  "/api/user/{email}": { put: Call<TokenAnswer, ByEmail, { email: string }> };
  "/api/identity/session": { get: Call<Session> };
  "/api/identity/sign-in": { post: Call<Session, object, { email: string; password: string }> };
  "/api/identity/sign-up": {
    post: Call<Session, object, { name: string; email: string; password: string }>;
  };
  "/api/identity/sign-out": { post: Call<object> };
  "/api/identity/providers": {
    get: Call<{ password: boolean; phone: boolean; social: string[] }>;
  };
}

export interface components {
  schemas: {
    Problem: Problem;
    Tool: Tool;
    Order: Order;
    Review: Review;
    Session: Session;
    Config: ConfigAnswer;
  };
}
