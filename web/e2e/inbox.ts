import { type APIRequestContext, expect } from "@playwright/test";

interface Letter {
  subject: string;
  text: string;
}

const CODE = /\b\d{6}\b/;

/** What has been sent to people, at the sandbox's ends of mail and text messages. */
export class Inbox {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  async #letters(to: string): Promise<Letter[]> {
    const answer = await this.#request.get("/sandbox/mail/letters", { params: { to } });
    expect(answer.status()).toBe(200);
    return answer.json();
  }

  /** Waits for a letter that has such a piece in it, and gives the newest one's. */
  async #piece(to: string, what: RegExp): Promise<string> {
    let found: string | undefined;
    await expect
      .poll(async () => {
        const letters = (await this.#letters(to)).reverse();
        found = letters.map(({ text }) => text.match(what)?.[0]).find((piece) => piece);
        return found;
      }, `a letter to ${to} with ${what}`)
      .toBeDefined();
    return found ?? "";
  }

  /** The code of the newest letter that has one. */
  codeFor(email: string): Promise<string> {
    return this.#piece(email, CODE);
  }

  /** The newest link to a screen, as a path with its token. */
  async linkFor(email: string, screen: string): Promise<string> {
    const link = new URL(await this.#piece(email, new RegExp(`http\\S+${screen}#token=[\\w-]+`)));
    return `${link.pathname}${link.hash}`;
  }

  async subjectsTo(email: string): Promise<string[]> {
    return (await this.#letters(email)).map(({ subject }) => subject);
  }

  /** The code of the newest text message to a number. */
  async codeForPhone(phone: string): Promise<string> {
    let code: string | undefined;
    await expect
      .poll(async () => {
        const page = await (await this.#request.get("/sandbox/sms/")).text();
        const message = page.split("<li>").find((item) => item.includes(`<b>${phone}</b>`));
        code = message?.match(/class="code">(\d{6})</)?.[1];
        return code;
      }, `a message to ${phone}`)
      .toBeDefined();
    return code ?? "";
  }
}
