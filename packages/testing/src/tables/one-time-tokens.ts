import { removeWhere } from './remove-where.ts';

interface OneTimeToken {
  readonly hash: string;
  readonly expiresAt: Date;
}

/** Makes the repository of tokens that work only once. */
export const oneTimeTokens = <Token extends OneTimeToken>(tokens: Map<string, Token>) => ({
  add: async (token: Token): Promise<void> => void tokens.set(token.hash, token),
  take: async (hash: string, at: Date): Promise<Token | undefined> => {
    const token = tokens.get(hash);
    if (token === undefined || token.expiresAt <= at) return undefined;
    tokens.delete(hash);
    return token;
  },
  removeExpired: async (at: Date, limit: number): Promise<number> =>
    removeWhere(tokens, ({ expiresAt }) => expiresAt <= at, limit),
});
