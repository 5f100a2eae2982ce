import { type APIRequestContext, expect } from "@playwright/test";

interface Email {
  subject: string;
  text: string;
}

/** Reads the e-mails and text messages that the sandbox received. */
export class Inbox {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  async #emailsTo(to: string): Promise<Email[]> {
    const response = await this.#request.get("/sandbox/mail/letters", { params: { to } });
    expect(response.status()).toBe(200);
    return response.json();
  }

  /** Polls until the search finds something. */
  async #waitFor(what: string, search: () => Promise<string | undefined>): Promise<string> {
    let found: string | undefined;
    await expect
      .poll(async () => {
        found = await search();
        return found;
      }, what)
      .toBeDefined();
    return found ?? "";
  }

  /** The match in the newest e-mail that has one. */
  emailTo(to: string, pattern: RegExp): Promise<string> {
    return this.#waitFor(`an e-mail to ${to} with ${pattern}`, async () => {
      const emails = (await this.#emailsTo(to)).reverse();
      return emails.map(({ text }) => text.match(pattern)?.[0]).find((match) => match);
    });
  }

  /** The newest link to a screen, as a path with its token. */
  async linkFor(email: string, screen: string): Promise<string> {
    const pattern = new RegExp(`http\\S+${screen}#token=[\\w-]+`);
    const link = new URL(await this.emailTo(email, pattern));
    return `${link.pathname}${link.hash}`;
  }

  /** The code of the newest text message. */
  codeForPhone(phone: string): Promise<string> {
    return this.#waitFor(`a text message to ${phone}`, async () => {
      const page = await (await this.#request.get("/sandbox/sms/")).text();
      const message = page.split("<li>").find((item) => item.includes(`<b>${phone}</b>`));
      return message?.match(/class="code">(\d{6})</)?.[1];
    });
  }
}
