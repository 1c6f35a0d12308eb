import { expect } from 'chai';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { oauthMetadataRoutes, type ResourceServerSupport } from '../src/routes/access/oauth-metadata.ts';
import { startRoutes } from './support/mounted.ts';
import { tokenKeys } from './support/routes.ts';
import { administrator, startService, type Service } from './support/service.ts';

describe('§4.13: OAuth metadata', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const get = (path: string) => service.api.get(`/.well-known/${path}`);

  it('contains the public part of both keys during a rotation, for 5 minutes', async () => {
    const { status, headers, data } = await get('jwks.json');
    const { keys } = data as JSONWebKeySet;
    expect([status, headers.get('Cache-Control')]).to.deep.equal([200, 'public, max-age=300']);
    expect(keys.map(({ kid, alg, use, kty, crv }) => [kid, alg, use, kty, crv])).to.deep.equal(
      ['key-1', 'key-2'].map((kid) => [kid, 'EdDSA', 'sig', 'OKP', 'Ed25519']),
    );
    for (const key of keys) expect(key).to.have.all.keys('kty', 'crv', 'x', 'kid', 'alg', 'use');
  });

  it('verifies access tokens, which name their key', async () => {
    const { data } = await service.api.post<{ token: { accessToken: string } }>('/auth/login', administrator);
    const keys = createLocalJWKSet((await get('jwks.json')).data as JSONWebKeySet);
    const { protectedHeader } = await jwtVerify(data.token.accessToken, keys, {
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      audience: 'portcullis-api',
      issuer: 'portcullis',
      currentDate: service.world.clock.now(),
    });
    expect(protectedHeader.kid).to.equal('key-1');
  });

  it('has the addresses below PUBLIC_URL, whatever host the client names', async () => {
    const { data } = await service.api.get('/.well-known/oauth-authorization-server', {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
    });
    const { issuer, token_endpoint, jwks_uri, grant_types_supported } = data as Record<string, unknown>;
    expect([issuer, token_endpoint, jwks_uri, grant_types_supported]).to.deep.equal([
      'https://id.example.com',
      'https://id.example.com/oauth2/token',
      'https://id.example.com/.well-known/jwks.json',
      ['client_credentials'],
    ]);
    expect(JSON.stringify(data)).not.to.include('evil');
  });

  const offered: readonly (readonly [
    when: string,
    Omit<ResourceServerSupport, 'tokenKeys'>,
    statuses: readonly number[],
  ])[] = [
    ['with a secret, because it is not public', { hasPublicKeys: false, publicUrl: 'https://x.example' }, [404, 404]],
    ['without PUBLIC_URL', { hasPublicKeys: true, publicUrl: undefined }, [200, 404]],
  ];
  for (const [when, support, statuses] of offered) {
    it(`is missing ${when}`, async () => {
      const server = await startRoutes(oauthMetadataRoutes({ tokenKeys: () => tokenKeys, ...support }));
      try {
        const paths = ['/.well-known/jwks.json', '/.well-known/oauth-authorization-server'];
        const found = await Promise.all(paths.map((path) => fetch(`${server.api.url}${path}`)));
        expect(found.map(({ status }) => status)).to.deep.equal(statuses);
      } finally {
        await server.stop();
      }
    });
  }
});
