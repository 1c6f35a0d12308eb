import { isDraft, longArticles, type Sizes } from './data.ts';
import { idOf, numbers } from './ids.ts';
import { accessToken } from './tokens.ts';

/** Who calls, and what they ask about. */
export interface Cast {
  /** Headers of users who hold two roles with 20 permissions and every menu, one for each connection. */
  readonly readers: readonly Readonly<Record<string, string>>[];
  /** Headers of administrators: so many that none comes near the limit on setting roles. */
  readonly administrators: readonly Readonly<Record<string, string>>[];
  /** Users whose roles are set, one for each administrator. */
  readonly targets: readonly string[];
  readonly users: readonly string[];
  readonly slugs: readonly string[];
  readonly permission: string;
  readonly logins: readonly string[];
}

const readerCount = 32;
const loginCount = 8;

/** The first one of the migrations. */
export const builtInPermission = '00000000-0000-4000-8000-200000000001';

/** Users beyond the administrators and readers whose roles may change. */
export const usersOf = (administrators: number): number => administrators * 2 + readerCount + 200;

/** How many users, from the first, need a session. */
export const withSession = ({ administrators }: Sizes): number => administrators + readerCount;

export function castOf(secret: string, { administrators, users }: Sizes): Cast {
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

/** The part of a list that the connection with this number uses when `connections` share it. */
export const share = <Item>(items: readonly Item[], connection: number, connections: number): readonly Item[] =>
  items.filter((_item, index) => index % connections === connection % connections);
