import { isId, type Id, type SessionId } from '@portcullis/domain';
import type {
  AccessTokens,
  Clock,
  IdSource,
  LoginThrottle,
  MarkdownRenderer,
  PasswordHasher,
  PresentedToken,
  RefreshTokens,
  SetupTokens,
} from '../ports/system.ts';

/** A clock whose time changes only when a test sets or advances it. */
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

/**
 * Makes ascending version 4 UUIDs.
 * @param series four hexadecimal digits; sources with different series never return the same id
 */
export function countingIds(series: string): IdSource {
  let count = 0;
  return {
    next: <Kind extends string>(): Id<Kind> => {
      count += 1;
      const id = `00000000-${series}-4000-a000-${count.toString(16).padStart(12, '0')}`;
      if (!isId<Kind>(id)) throw new Error(`'${series}' is not a series of ids.`);
      return id;
    },
  };
}

/** Returns the hash of a password as the fake hasher makes it. */
export const hashOf = (password: string): string => `hash of ${password}`;

export const fakeHasher: PasswordHasher = {
  hash: async (password) => hashOf(password),
  verify: async (hash, password) => hash === hashOf(password),
};

/** Issues readable tokens that contain the user id and the session id. */
export const fakeAccessTokens: AccessTokens = {
  issue: async ({ userId, sessionId }) => `access token of ${userId} in ${sessionId}`,
  expiresIn: '15m',
};

/** Issues the tokens of a session with numbers from 1, and accepts only tokens that it has issued. */
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

/** Tokens that count up. */
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

/** Allows any number of attempts. */
export const unlimitedThrottle: LoginThrottle = {
  beforeAttempt: () => Promise.resolve(),
  afterFailure: () => Promise.resolve(),
  afterSuccess: () => Promise.resolve(),
};

/**
 * Returns the HTML that the fake renderer makes of Markdown. It contains the Markdown, so that tests can recognise it.
 */
export const fakeHtmlOf = (markdown: string): string => `<p>${markdown}</p>\n`;

/** Wraps Markdown in a paragraph instead of converting it, and sanitises HTML only by removing scripts. */
export const fakeMarkdown: MarkdownRenderer = {
  render: async (markdown) => ({ html: fakeHtmlOf(markdown), toc: [], excerpt: markdown, readingMinutes: 1 }),
  clean: async (html) => html.replace(/<script>.*?<\/script>/gs, ''),
};
