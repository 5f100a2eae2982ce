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

interface Device {
  id: string;
  method: string;
  device: string;
  createdAt: string;
  seenAt: string;
  current: boolean;
}

interface Links {
  hasPassword: boolean;
  phone?: string | null;
  links: { provider: string; label: string; createdAt: string }[];
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
  "/identity/phone/start": { post: Call<{ phone: string }, CodeSent> };
  "/identity/phone/verify": { post: Call<{ phone: string; code: string }, Identity> };
  "/identity/complete": {
    post: Call<{ email: string; name?: string; code?: string }, Identity | CodeSent>;
  };
  "/identity/links": { get: Call<undefined, Links> };
  "/identity/links/{provider}": {
    post: Call<{ mode: string; returnTo: string }, { location: string }, { provider: string }>;
    delete: Call<undefined, Acknowledged, { provider: string }>;
  };
  "/identity/email/verification": {
    get: Call<undefined, { email?: string | null; verified: boolean; mail: boolean }>;
    post: Call<undefined, Acknowledged & { sent: boolean }>;
  };
  "/identity/email/verify": { post: Call<{ token: string }, Acknowledged & { email: string }> };
  "/identity/password/forgot": { post: Call<{ email: string }, Acknowledged> };
  "/identity/password/reset": {
    post: Call<
      { token: string; password: string },
      Acknowledged & { passwordWarning?: string | null }
    >;
  };
  "/identity/password/change": {
    post: Call<
      { currentPassword?: string; password: string },
      Identity & { passwordWarning?: string | null }
    >;
  };
  "/identity/sessions": {
    get: Call<undefined, Device[]>;
    delete: Call<undefined, Acknowledged>;
  };
  "/identity/sessions/{id}": { delete: Call<undefined, Acknowledged, { id: string }> };
  "/identity/account/close": {
    post: Call<{ password?: string; confirm: string }, Acknowledged>;
  };
  "/mails": { get: Call<undefined, Mail[]> };
  "/mails/{id}/retry": { post: Call<undefined, Acknowledged, { id: string }> };
}
