import type { AttemptResult } from '@portcullis/domain/internal/events/delivery';
import type { SessionId } from '@portcullis/domain/internal/shared/ids';
import { textOf } from './tables/utf8.ts';
import type { ApiKeyTokens, PresentedKey } from '@portcullis/application/internal/ports/api-keys';
import type { FactorThrottle, QrCodes, RecoveryCodes, TotpCodes } from '@portcullis/application/internal/ports/factors';
import type { Mail, MailService, MailThrottle } from '@portcullis/application/internal/ports/mail';
import type { LinkTokens } from '@portcullis/application/internal/ports/preview-links';
import {
  type AccessTokens,
  type Clock,
  type Fingerprints,
  type LoginThrottle,
  type MarkdownRenderer,
  type PasswordHasher,
  type PresentedToken,
  type RefreshTokens,
  type SecretBox,
  type SetupTokens,
  type TextComparer,
  UnreadableSecret,
} from '@portcullis/application/internal/ports/system';
import type { WebhookClient, WebhookRequest, WebhookSecrets } from '@portcullis/application/internal/ports/webhooks';

/**
 * A clock whose time changes only when a test sets or advances it.
 * @example
 * const clock = new SettableClock(new Date('2026-01-01T00:00:00Z'));
 * clock.advance(60_000);
 * console.log(clock.now().toISOString()); // 2026-01-01T00:01:00.000Z
 */
export class SettableClock implements Clock {
  #now: Date;

  constructor(start: Date) {
    this.#now = start;
  }

  readonly now = (): Date => new Date(this.#now);

  set(at: Date): void {
    this.#now = at;
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }
}

/** Returns the hash that `fakeHasher` makes of a password. */
export const hashOf = (password: string): string => `hash of ${password}`;

/** Returns the hash of another product, which `fakeHasher` verifies and replaces. */
export const foreignHashOf = (password: string): string => `foreign ${hashOf(password)}`;

export const fakeHasher: PasswordHasher = {
  hash: async (password) => hashOf(password),
  verify: async (account, password) =>
    [hashOf(password), foreignHashOf(password)].includes(account?.passwordHash ?? ''),
  renew: async (passwordHash, password) => (passwordHash === foreignHashOf(password) ? hashOf(password) : undefined),
  hashError: async (passwordHash) =>
    /^(?:foreign )?hash of /.test(passwordHash) ? undefined : 'The format of the password hash is not known.',
};

/** Issues readable tokens that contain the user id and the session id. */
export const fakeAccessTokens: AccessTokens = {
  issue: async ({ userId, sessionId }) => `access token of ${userId} in ${sessionId}`,
  expiresIn: '15m',
};

/** Creates numbered keys. `read` accepts only keys that were created. */
export function countingApiKeyTokens(): ApiKeyTokens {
  const created = new Map<string, PresentedKey>();
  return {
    create: (id) => {
      const key = `ptc_key-${created.size + 1}`;
      const secretHash = hashOf(key);
      created.set(key, { id, secretHash });
      return { key, secretHash };
    },
    read: (text) => created.get(text),
  };
}

/** Issues readable tokens, numbered from 1 in each session. `read` accepts only tokens that were issued. */
export function countingRefreshTokens(): RefreshTokens {
  const issued = new Map<string, PresentedToken>();
  const issue = (sessionId: SessionId, number: number): PresentedToken => {
    const token = `refresh token ${number} of ${sessionId}`;
    const refreshToken = issued.get(token) ?? { token, hash: hashOf(token), sessionId };
    issued.set(token, refreshToken);
    return refreshToken;
  };
  return {
    first: (sessionId) => issue(sessionId, 1),
    successor: ({ sessionId, token }) => issue(sessionId, Number(/\d+/.exec(token)) + 1),
    read: (text) => (typeof text === 'string' ? issued.get(text) : undefined),
  };
}

/** Creates numbered tokens, such as `setup token 1`. */
export function fakeSetupTokens(): SetupTokens {
  let count = 0;
  return {
    create: () => {
      const token = `setup token ${(count += 1)}`;
      return { token, hash: hashOf(token) };
    },
    matches: (token, hash) => hash === hashOf(token),
  };
}

/** Creates numbered tokens, such as `preview-token-1`. */
export function fakeLinkTokens(): LinkTokens {
  let count = 0;
  return {
    create: () => {
      const token = `preview-token-${(count += 1)}`;
      return { token, hash: hashOf(token) };
    },
    hashOf,
  };
}

/** Returns the length of a text and a fake hash, which is made by `hashOf` and contains the text. */
export const fakeFingerprints: Fingerprints = {
  of: async (text) => {
    const whole = typeof text === 'string' ? text : textOf(text);
    return { sha256: hashOf(whole), length: whole.length };
  },
};

/** Never refuses an attempt. */
export const unlimitedThrottle: LoginThrottle = {
  beforeAttempt: () => Promise.resolve(),
  afterFailure: () => Promise.resolve({ isLocked: false, isRecorded: true }),
  afterSuccess: () => Promise.resolve(),
};

/**
 * Returns the HTML that `fakeMarkdown` makes of Markdown. The HTML contains the Markdown, so a test can recognise it.
 */
export const fakeHtmlOf = (markdown: string): string => `<p>${markdown}</p>\n`;

/** Puts the unchanged Markdown into a paragraph, and removes only `<script>` elements when it sanitises HTML. */
export const fakeMarkdown: MarkdownRenderer = {
  render: async (markdown) => ({ html: fakeHtmlOf(markdown), toc: [], excerpt: markdown, readingMinutes: 1 }),
  clean: async (html) => html.replace(/<script>.*?<\/script>/gs, ''),
};

/** Reports all lines of the first text as removed, and all lines of the second text as added. */
export const fakeComparer: TextComparer = {
  compare: async (before, after) => [
    {
      oldStart: 1,
      newStart: 1,
      lines: [
        ...before.split('\n').map((text) => ({ op: '-' as const, text })),
        ...after.split('\n').map((text) => ({ op: '+' as const, text })),
      ],
    },
  ],
};

/** Seals a secret as readable text, without encryption. */
export const fakeSecretBox: SecretBox = {
  seal: (secret, context) => `sealed for ${context}: ${secret}`,
  open: (sealed, context) => {
    const prefix = `sealed for ${context}: `;
    if (sealed.startsWith(prefix)) return sealed.slice(prefix.length);
    throw new UnreadableSecret('The secret belongs to something else.');
  },
  keyIds: () => ['fake-key'],
};

/** Creates numbered secrets. */
export function fakeWebhookSecrets(): WebhookSecrets {
  let count = 0;
  return { create: () => `whsec_${(count += 1)}` };
}

/** Records requests instead of sending them. Every attempt succeeds until a test sets another `result`. */
export class FakeWebhookClient implements WebhookClient {
  readonly requests: WebhookRequest[] = [];
  result: AttemptResult = { result: 'success', responseStatus: 200, responseBody: '', error: null };

  readonly urlError = async (url: string): Promise<string | undefined> =>
    url.startsWith('https://') ? undefined : 'The URL must begin with https://.';

  readonly send = async (request: WebhookRequest): Promise<AttemptResult> => {
    this.requests.push(request);
    return this.result;
  };
}

/** Records mails instead of sending them. Every attempt succeeds until a test sets another `result`. */
export class FakeMails implements MailService {
  readonly sent: Mail[] = [];
  result: AttemptResult = { result: 'success', responseStatus: null, responseBody: null, error: null };

  /**
   * Whether a mail server is configured. With a mail server, a user must confirm a new e-mail address before it is
   * used. A test may change this value.
   */
  isServerConfigured = false;

  /** Whether mails can be sent. A test may change this value. */
  canSend = true;

  readonly hasServer = (): boolean => this.isServerConfigured;

  readonly isAvailable = (): boolean => this.canSend;

  readonly requireAvailable = (): void => undefined;

  readonly send = async (mail: Mail): Promise<AttemptResult> => {
    this.sent.push(mail);
    return this.result;
  };
}

/** Allows `limit` mails, and `limit` changes of the e-mail address, for each account. */
export function countingMailThrottle(limit: number): MailThrottle {
  const counts = new Map<string, number>();
  const isAllowed = (key: string): boolean => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= limit;
  };
  return {
    allows: async (account) => isAllowed(account),
    countEmailChange: async (userId) => {
      if (!isAllowed(`new address of ${userId}`)) throw new Error('Too many requests.');
    },
  };
}

/** Returns the code of a time step: the last six digits of the number of the step, whatever the secret is. */
export const fakeCodeOf = (step: number): string => String(step % 1_000_000).padStart(6, '0');

/** Creates numbered secrets, such as `SECRET1`. The codes of all secrets are those of `fakeCodeOf`. */
export function fakeTotpCodes(): TotpCodes {
  let count = 0;
  return {
    createSecret: () => `SECRET${(count += 1)}`,
    matches: (_secret, step, code) => code === fakeCodeOf(step),
  };
}

/** Creates numbered codes, such as `RECOVERY-1`. */
export function fakeRecoveryCodes(): RecoveryCodes {
  let count = 0;
  return { create: () => `RECOVERY-${(count += 1)}` };
}

export const fakeQrCodes: QrCodes = { svgOf: async (text) => `<svg><title>${text}</title></svg>` };

/** Allows `limit` attempts to enter a code for each account. A correct code resets the count. */
export function countingFactorThrottle(limit: number): FactorThrottle {
  const counts = new Map<string, number>();
  return {
    beforeAttempt: async (userId) => {
      const count = (counts.get(userId) ?? 0) + 1;
      if (count > limit) throw new Error('There were too many attempts.');
      counts.set(userId, count);
      return { isLast: count === limit };
    },
    afterSuccess: async (userId) => void counts.delete(userId),
  };
}
