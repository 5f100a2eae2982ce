// Calls of the account that openapi.json does not describe yet. A call leaves this file when the server has it.
import type { components } from "./schema.gen.ts";

type Identity = components["schemas"]["Identity"];

interface Answer<Body> {
  200: { headers: Record<string, unknown>; content: { "application/json": Body } };
}

type Call<Sent, Body, Path = undefined> = {
  parameters: Path extends undefined
    ? { query?: never; header?: never; path?: never; cookie?: never }
    : { query?: never; header?: never; path: Path; cookie?: never };
  responses: Answer<Body>;
} & (Sent extends undefined
  ? { requestBody?: never }
  : { requestBody: { content: { "application/json": Sent } } });

interface Acknowledged {
  acknowledged: boolean;
}

interface CodeSent {
  expiresAt: string;
  resendAt: string;
}

interface Mail {
  _id: string;
  kind: string;
  recipient: string;
  subject: string;
  state: string;
  attempts: number;
  lastError?: string | null;
  createdAt: string;
  retryable?: boolean;
}

export interface Coming {
  "/identity/complete": {
    post: Call<{ email: string; name?: string; code?: string }, Identity | CodeSent>;
  };
  "/identity/account/close": {
    post: Call<{ password?: string; confirm: string }, Acknowledged>;
  };
  "/mails": { get: Call<undefined, Mail[]> };
  "/mails/{id}/retry": { post: Call<undefined, Acknowledged, { id: string }> };
}
