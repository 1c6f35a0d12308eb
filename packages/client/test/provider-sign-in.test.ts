import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { readSignInResult, startSignIn } from '../src/provider-sign-in.ts';

const returnTo = 'https://app.example.com/log-in?a=b#c';

/** Creates a storage like `sessionStorage`, whose contents are in `items`. */
function aStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const withParameter = (name: string, value: string): string => {
  const url = new URL(returnTo);
  url.searchParams.set(name, value);
  return url.href;
};

describe('A sign-in at a provider', () => {
  it('sends the hash of a stored secret at the start, and returns the secret at the end', async () => {
    const storage = aStorage();
    const request = { baseUrl: 'https://api.example.com/api/', provider: 'my-idp', returnTo, storage };
    const start = new URL(await startSignIn({ ...request, intent: 'link' }));
    expect(`${start.origin}${start.pathname}`).to.equal('https://api.example.com/api/auth/oidc/my-idp/start');
    expect(start.searchParams.get('return_to')).to.equal(returnTo);
    const returned = readSignInResult(withParameter('ticket', 'a-ticket'), storage);
    if (returned === undefined || returned.error !== undefined) return expect.fail('There is no ticket.');
    const { proof, ...others } = returned;
    expect(others).to.deep.equal({ intent: 'link', provider: 'my-idp', url: returnTo });
    expect(proof.ticket).to.equal('a-ticket');
    expect(proof.verifier).to.match(/^[\w-]{43}$/);
    expect(start.href).not.to.include(proof.verifier);
    expect(createHash('sha256').update(proof.verifier).digest('base64url')).to.equal(
      start.searchParams.get('challenge'),
    );
    expect(storage.items).to.have.property('size', 0);
  });

  it('uses a new secret for each sign-in', async () => {
    const storage = aStorage();
    const challenges = new Set<string>();
    for (let count = 0; count < 3; count += 1)
      challenges.add(await startSignIn({ provider: 'corp', returnTo, storage }));
    expect(challenges).to.have.property('size', 3);
    expect([...challenges][0]).to.match(/^\/api\/auth\/oidc\/corp\/start\?/);
  });

  it('returns the reason if the sign-in failed', async () => {
    for (const error of ['access-denied', 'expired', 'provider-failed', 'sign-in-invalid']) {
      const storage = aStorage();
      await startSignIn({ provider: 'corp', returnTo, storage });
      const returned = readSignInResult(withParameter('error', error), storage);
      expect(returned).to.deep.equal({ intent: 'log-in', url: returnTo, error });
      expect(storage.items).to.have.property('size', 0);
    }
  });

  it('refuses the ticket of a sign-in that this page has not started', () => {
    const returned = readSignInResult(withParameter('ticket', 'foreign'), aStorage());
    expect(returned).to.deep.equal({ intent: 'log-in', url: returnTo, error: 'sign-in-invalid' });
  });

  it('returns nothing for the URL of a page to which no sign-in returned', async () => {
    const storage = aStorage();
    await startSignIn({ provider: 'corp', returnTo, storage });
    for (const href of [returnTo, withParameter('error', 'of-the-page')]) {
      expect(readSignInResult(href, storage)).to.equal(undefined);
    }
    expect(storage.items).to.have.property('size', 1);
  });
});
