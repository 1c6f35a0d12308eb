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
} from '../ports/system.ts';

/** A clock that stands still until it is told otherwise. */
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

/** Valid version 4 UUIDs that count up; sources with different series (four hexadecimal digits) never meet. */
export function countingIds(series: string): IdSource {
  let count = 0;
  return {
    next: <Kind extends string>(): Id<Kind> => {
      count += 1;
      const id = `00000000-${series}-4000-a000-${count.toString(16).padStart(12, '0')}`;
      if (!isId<Kind>(id)) throw new Error(`'${series}' is no series of ids.`);
      return id;
    },
  };
}

/** What the fake hasher makes of a password, for tests that put an account in place. */
export const hashOf = (password: string): string => `hash of ${password}`;

export const fakeHasher: PasswordHasher = {
  hash: async (password) => hashOf(password),
  verify: async (hash, password) => hash === hashOf(password),
};

/** Tokens that say whom they are for, in the clear. */
export const fakeAccessTokens: AccessTokens = {
  issue: async ({ userId, sessionId }) => `access token of ${userId} in ${sessionId}`,
  expiresIn: '15m',
};

/** Tokens of a session, numbered from 1. Only those that were issued are read. */
export function countingRefreshTokens(): RefreshTokens {
  const issued = new Map<string, PresentedToken>();
  const issue = (sessionId: SessionId, number: number): PresentedToken => {
    const token = `refresh token ${number} of ${sessionId}`;
    const known = issued.get(token) ?? { token, hash: hashOf(token), sessionId };
    issued.set(token, known);
    return known;
  };
  return {
    first: (sessionId) => issue(sessionId, 1),
    successor: ({ sessionId, token }) => issue(sessionId, Number(/\d+/.exec(token)) + 1),
    read: (text) => (typeof text === 'string' ? issued.get(text) : undefined),
  };
}

/** Lets everybody try as often as they like. */
export const unlimitedThrottle: LoginThrottle = {
  admit: () => Promise.resolve(),
  failed: () => Promise.resolve(),
  succeeded: () => Promise.resolve(),
};

/** What the fake renderer makes of Markdown: enough to see that it was asked, and for what. */
export const fakeHtmlOf = (markdown: string): string => `<p>${markdown}</p>\n`;

/** Converts nothing, and takes scripts to be all that there is to clean. */
export const fakeMarkdown: MarkdownRenderer = {
  render: async (markdown) => ({ html: fakeHtmlOf(markdown), toc: [], excerpt: markdown, readingMinutes: 1 }),
  clean: async (html) => html.replace(/<script>.*?<\/script>/gs, ''),
};
