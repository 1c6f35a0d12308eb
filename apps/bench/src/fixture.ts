import { isDraft, longArticles, type Sizes } from './data.ts';
import { idOf, numbers } from './ids.ts';
import { accessToken } from './tokens.ts';

/** The callers, and the resources that they request. */
export interface BenchFixture {
  /**
   * One set of request headers for each connection. Each set belongs to a user with two roles. These roles grant every
   * menu and the 20 built-in permissions; in the measurement of growth, they grant all permissions.
   */
  readonly readers: readonly Readonly<Record<string, string>>[];
  /** Request headers of administrators. There are enough of them that none reaches the rate limit on setting roles. */
  readonly administrators: readonly Readonly<Record<string, string>>[];
  /** Users whose roles the administrators replace during the measurement, one for each administrator. */
  readonly targets: readonly string[];
  readonly users: readonly string[];
  readonly slugs: readonly string[];
  readonly permission: string;
  readonly logins: readonly string[];
}

const readerCount = 32;
const loginCount = 8;

/** The id of the first permission that the migrations create. */
export const builtInPermission = '00000000-0000-4000-8000-200000000001';

/**
 * Returns the number of users: the administrators, the same number of users whose roles they replace, the readers,
 * and 200 more.
 */
export const userCountOf = (administrators: number): number => administrators * 2 + readerCount + 200;

/** Returns how many users need a session. These are the users with the lowest numbers. */
export const sessionCountOf = ({ administrators }: Sizes): number => administrators + readerCount;

export function benchFixtureOf(secret: string, { administrators, users }: Sizes): BenchFixture {
  const headers = (user: number) => ({
    authorization: `Bearer ${accessToken(secret, { userId: idOf('user', user), sessionId: idOf('session', user) })}`,
  });
  const named = numbers(administrators + readerCount + 1, 100);
  return {
    readers: numbers(administrators + 1, readerCount).map(headers),
    administrators: numbers(1, administrators).map(headers),
    targets: numbers(users - administrators + 1, administrators).map((user) => idOf('user', user)),
    users: named.map((user) => idOf('user', user)),
    slugs: numbers(1, longArticles)
      .filter((content) => !isDraft(content))
      .map((content) => `article-${content}`),
    permission: builtInPermission,
    logins: named.slice(0, loginCount).map((user) => `person-${user}`),
  };
}

/**
 * Divides a list among `connections` connections, and returns the part for the connection with the number `connection`.
 */
export const share = <Item>(items: readonly Item[], connection: number, connections: number): readonly Item[] =>
  items.filter((_item, index) => index % connections === connection % connections);
