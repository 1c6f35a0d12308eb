import { hostileClient, type Hostility } from './hostile-provider.ts';

const seconds = (offset: number): number => Math.floor(Date.now() / 1000) + offset;
const without = (name: string) => (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));
const parts = (token: string): readonly string[] => token.split('.');
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const withResponse = (change: Readonly<Record<string, string>>): Hostility => ({
  response: (honest) => ({ ...honest, ...change }),
});
const withoutResponse = (name: string): Hostility => ({
  response: (honest) => Object.fromEntries(Object.entries(honest).filter(([each]) => each !== name)),
});
/** Returns a provider whose ID token and user info have the same subject. */
export const withSubject = (sub: string): Hostility => ({
  claims: { sub },
  userInfo: { body: { sub, email: 'person@example.com', email_verified: true } },
});
const withTokens = (change: Readonly<Record<string, unknown>>): Hostility => ({
  tokens: (honest) => ({ body: { ...honest, ...change } }),
});

/** Violations of OpenID Connect by a provider, or by an attacker who impersonates a provider. All must be refused. */
export const hostileCases: Readonly<Record<string, Hostility>> = {
  'an unsigned ID token (alg none)': {
    token: (token) => `${encode({ alg: 'none' })}.${parts(token)[1]}.`,
  },
  'alg none with the signature of another token': {
    token: (token) => `${encode({ alg: 'none' })}.${parts(token)[1]}.${parts(token)[2]}`,
  },
  'HS256 with the secret of the client': {
    token: (_token, { withHmac, claims }) => withHmac(hostileClient.secret, claims),
  },
  'HS256 with the public key as the secret': {
    token: (_token, { withHmac, publicKey, claims }) => withHmac(publicKey, claims),
  },
  'an algorithm that the metadata does not name': { header: { alg: 'RS512' } },
  'an unknown algorithm': { header: { alg: 'XX256' } },
  'an unknown kid': { header: { kid: 'unknown' } },
  'the signature of another key': {
    token: (_token, { withOtherKey, claims }) => withOtherKey({ alg: 'RS256', kid: 'own' }, claims),
  },
  'its own key in the header': {
    token: (_token, { withOtherKey, claims }) =>
      withOtherKey({ alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }, claims),
  },
  'a key at another address in the header': {
    token: (_token, { withOtherKey, claims }) =>
      withOtherKey({ alg: 'RS256', kid: 'own', jku: 'https://evil.example/jwks' }, claims),
  },
  'an empty signature': { token: (token) => `${parts(token)[0]}.${parts(token)[1]}.` },
  'a changed signature': {
    token: (token) => `${parts(token)[0]}.${parts(token)[1]}.${'A'.repeat(342)}`,
  },
  'changed claims with the signature of the original claims': {
    token: (token, { claims }) => `${parts(token)[0]}.${encode({ ...claims, sub: 'admin' })}.${parts(token)[2]}`,
  },
  'an unknown critical header': { header: { crit: ['evil'], evil: true } },
  'an ID token that is no JWT': { token: () => 'nonsense' },
  'an encrypted ID token': { token: (token) => `${token}.x.y` },
  'another issuer': { claims: { iss: 'https://evil.example' } },
  'an issuer on the same machine': { claims: { iss: 'http://127.0.0.1/17/' } },
  'no issuer': { claims: { iss: undefined } },
  'another audience': { claims: { aud: 'another-client' } },
  'no audience': { claims: { aud: undefined } },
  'a list of other audiences': { claims: { aud: ['one', 'two'] } },
  'several audiences without azp': { claims: { aud: [hostileClient.id, 'another-client'] } },
  'another authorized party': { claims: { aud: [hostileClient.id, 'another-client'], azp: 'another-client' } },
  'another authorized party of an ID token for this client alone': { claims: { azp: 'another-client' } },
  'an authorized party that is no text': { claims: { azp: [hostileClient.id] } },
  'another nonce': { claims: { nonce: 'another nonce' } },
  'no nonce': { claims: { nonce: undefined } },
  'no subject': { claims: { sub: undefined } },
  'an empty subject': { claims: { sub: '' } },
  'a number as the subject': { claims: { sub: 1 } },
  'a subject of more than 255 characters': withSubject('s'.repeat(256)),
  'an ID token that has expired': { claims: { exp: seconds(-300) } },
  'no expiry': { claims: { exp: undefined } },
  'a text as the expiry': { claims: { exp: '9999999999' } },
  'no time of issue': { claims: { iat: undefined } },
  'an ID token that is not valid yet': { claims: { nbf: seconds(3600) } },
  'another issuer in the response (RFC 9207)': withResponse({ iss: 'https://evil.example' }),
  'no issuer in the response, although the metadata promises it': withoutResponse('iss'),
  'another state': withResponse({ state: 'another-state' }),
  'no state': withoutResponse('state'),
  'no code': withoutResponse('code'),
  'an error and a code': withResponse({ error: 'server_error' }),
  'no ID token': { tokens: (honest) => ({ body: without('id_token')(honest) }) },
  'no access token': { tokens: (honest) => ({ body: without('access_token')(honest) }) },
  'an unknown token type': withTokens({ token_type: 'evil' }),
  'an error of the token endpoint': { tokens: () => ({ status: 400, body: { error: 'invalid_grant' } }) },
  'a failure of the token endpoint': { tokens: () => ({ status: 500, body: 'broken' }) },
  'an HTML page as the response with tokens': {
    tokens: () => ({ body: '<p>Hello</p>', headers: { 'Content-Type': 'text/html' } }),
  },
  'a redirect of the token endpoint': {
    tokens: () => ({ status: 307, body: '', headers: { Location: 'https://evil.example/token' } }),
  },
  'no keys': { keys: () => [] },
  'a symmetric key': { keys: () => [{ kty: 'oct', k: 'AAAA', kid: 'own', alg: 'HS256' }] },
  'metadata of another issuer': { metadata: { issuer: 'https://evil.example' } },
  'metadata without a token endpoint': { metadata: { token_endpoint: undefined } },
  'user info of another subject': { userInfo: { body: { sub: 'admin', email: 'admin@example.com' } } },
  'user info without a subject': { userInfo: { body: { email: 'admin@example.com', email_verified: true } } },
  'user info that is refused': { userInfo: { status: 401, body: {} } },
};

interface Statements {
  readonly idToken: Readonly<Record<string, unknown>>;
  readonly userInfo: Readonly<Record<string, unknown>>;
}

/** Returns a provider that makes statements about an e-mail address in the ID token and in the user info. */
export const withStatements = ({ idToken, userInfo }: Statements): Hostility => ({
  claims: { sub: 'one person', ...idToken },
  userInfo: { body: { sub: 'one person', ...userInfo } },
});

export const victimAddress = 'victim@corp.example';
const ownAddress = 'attacker@corp.example';

/** Statements in the ID token and in the user info that together must not verify the e-mail address of the victim. */
export const splitStatements: Readonly<Record<string, Statements>> = {
  'the address in the ID token, and the verification of another address in the user info': {
    idToken: { email: victimAddress },
    userInfo: { email: ownAddress, email_verified: true },
  },
  'the address in the user info, and the verification of another address in the ID token': {
    idToken: { email: ownAddress, email_verified: true },
    userInfo: { email: victimAddress },
  },
  'the address in the user info, and a verification without an address in the ID token': {
    idToken: { email_verified: true },
    userInfo: { email: victimAddress },
  },
  'the address in the ID token, and a verification without an address in the user info': {
    idToken: { email: victimAddress },
    userInfo: { email_verified: true },
  },
  'an address that only the user info verifies, while the ID token has it as unverified': {
    idToken: { email: victimAddress, email_verified: false },
    userInfo: { email: victimAddress, email_verified: true },
  },
};
