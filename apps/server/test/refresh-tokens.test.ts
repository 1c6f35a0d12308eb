import { randomBytes } from 'node:crypto';
import type { PresentedToken } from '@portcullis/application/internal/ports/system';
import { expect } from 'chai';
import { refreshTokens } from '../src/adapters/refresh-tokens.ts';
import { randomIds } from '../src/adapters/system.ts';

describe('Refresh tokens', () => {
  const [secret, newSecret] = [randomBytes(32), randomBytes(32)];
  const tokens = refreshTokens([secret]);
  const sessionId = randomIds.next<'Session'>();
  const read = (text: string): PresentedToken => tokens.read(text) ?? expect.fail(`not read: ${text}`);
  const first = read(tokens.first(sessionId).token);

  it('can be read with the id of their session, even after thousands of exchanges', () => {
    let last = first;
    for (let generation = 0; generation < 5000; generation += 1) last = read(tokens.successor(last).token);
    expect(last.sessionId).to.equal(sessionId);
    expect(read(first.token)).to.deep.equal(first);
  });

  it('have one successor, which is the same in each exchange', () => {
    expect(tokens.successor(first)).to.deep.equal(tokens.successor(first));
    expect(tokens.successor(first).hash).not.to.equal(first.hash);
  });

  it('are random: two sessions never begin with the same token', () => {
    const seen = new Set(Array.from({ length: 10_000 }, () => tokens.first(sessionId).token.slice(37, 60)));
    expect(seen.size).to.equal(10_000);
  });

  it('are refused if a character was changed, or if they were issued with another secret', () => {
    for (let index = 0; index < first.token.length; index += 1) {
      const other = first.token[index] === 'a' ? 'b' : 'a';
      const altered = first.token.slice(0, index) + other + first.token.slice(index + 1);
      expect(tokens.read(altered), altered).to.equal(undefined);
    }
    expect(tokens.read(refreshTokens([randomBytes(32)]).first(sessionId).token)).to.equal(undefined);
  });

  it('keep their successors while processes have the secrets in different orders, until the old secret is gone', () => {
    const [added, moved, alone] = [[secret, newSecret], [newSecret, secret], [newSecret]] as const;
    const successors = [tokens, refreshTokens(added), refreshTokens(moved)].map((each) => each.successor(first));
    expect(new Set(successors.map(({ token }) => token)).size).to.equal(1);
    const begun = refreshTokens(moved).first(sessionId).token;
    expect(refreshTokens(added).read(begun)).to.deep.include({ sessionId });
    expect(refreshTokens(alone).read(begun)).to.deep.include({ sessionId });
    expect(refreshTokens(alone).read(first.token)).to.equal(undefined);
  });
});
