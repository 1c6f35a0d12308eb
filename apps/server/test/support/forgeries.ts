import { generateKeyPairSync, sign as signWith, type KeyObject } from 'node:crypto';
import { hmac, jwt, type Claims, type Sign } from './jwt.ts';
import type { Tokens } from './sessions.ts';

export const ed25519 = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Returns a function that signs with this private key. */
export const by =
  (key: KeyObject, hash: string | undefined): Sign =>
  (text) =>
    signWith(hash, Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');

export const now = (): number => Math.floor(Date.now() / 1000);
const parts = (count: number): string => Array.from({ length: count }, () => 'AAAA').join('.');
const jwe = (alg: Claims): string =>
  `${Buffer.from(JSON.stringify({ enc: 'A256GCM', typ: 'at+jwt', ...alg })).toString('base64url')}.${parts(4)}`;
const unsigned: Sign = () => '';

/** For each forgery, the changed parts of a valid token: header, claims, signature. */
const forgeries: Readonly<Record<string, readonly [header: Claims, claims?: Claims, sign?: Sign]>> = {
  'no signature': [{}, {}, unsigned],
  'alg none': [{ alg: 'none' }, {}, unsigned],
  'alg None': [{ alg: 'None' }, {}, unsigned],
  'alg NONE, signed': [{ alg: 'NONE' }],
  'no alg': [{ alg: undefined }],
  'alg HS384': [{ alg: 'HS384' }, {}, hmac('sha384')],
  'alg HS512': [{ alg: 'HS512' }, {}, hmac('sha512')],
  'alg RS256 by HMAC': [{ alg: 'RS256' }],
  'alg EdDSA by HMAC': [{ alg: 'EdDSA' }],
  'alg RS256 with another key': [{ alg: 'RS256' }, {}, by(rsa.privateKey, 'sha256')],
  'alg ES256 with another key': [{ alg: 'ES256' }, {}, by(elliptic.privateKey, 'sha256')],
  'alg ES256, r and s zero': [{ alg: 'ES256' }, {}, () => Buffer.alloc(64).toString('base64url')],
  'alg EdDSA with another key': [{ alg: 'EdDSA' }, {}, by(ed25519.privateKey, undefined)],
  'another secret': [{}, {}, hmac('sha256', 'a secret that the service does not have')],
  'an empty secret': [{}, {}, hmac('sha256', '')],
  'no typ': [{ typ: undefined }],
  'typ JWT': [{ typ: 'JWT' }],
  'typ refresh': [{ typ: 'rt+jwt' }],
  'no exp': [{}, { exp: undefined }],
  'exp as a string': [{}, { exp: '9999999999' }],
  'no iat': [{}, { iat: undefined }],
  'no sub': [{}, { sub: undefined }],
  'no sid': [{}, { sid: undefined }],
  'no jti': [{}, { jti: undefined }],
  'no iss': [{}, { iss: undefined }],
  'no aud': [{}, { aud: undefined }],
  'sub of no user': [{}, { sub: '00000000-0000-4000-8000-000000000000' }],
  'sub that is not an id': [{}, { sub: "' OR 1=1 --" }],
  'sid of no session': [{}, { sid: '00000000-0000-4000-8000-000000000000' }],
  'sid as a list': [{}, { sid: ['x'] }],
  'another iss': [{}, { iss: 'somebody' }],
  'another aud': [{}, { aud: 'something' }],
  'nbf in the future': [{}, { nbf: now() + 3600 }],
  'crit unknown': [{ crit: ['exp'], exp: 1 }],
  'crit b64': [{ crit: ['b64'], b64: false }],
  'zip with another signature': [{ zip: 'DEF' }, {}, hmac('sha256', 'otherwise')],
  'kid with a file path': [{ kid: '../../../../dev/null' }, {}, hmac('sha256', '')],
  'kid with SQL': [{ kid: "x' UNION SELECT 'k' --" }, {}, hmac('sha256', 'k')],
  'jku of another server': [{ alg: 'RS256', jku: 'http://127.0.0.1:1/jwks' }, {}, by(rsa.privateKey, 'sha256')],
  'jwk in the header': [
    { alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }) },
    {},
    by(rsa.privateKey, 'sha256'),
  ],
  'jwk with a secret in the header': [{ jwk: { kty: 'oct', k: 'AAAA' } }, {}, hmac('sha256', '\0\0\0')],
};

const oddities = (header: Claims, { refreshToken }: Tokens): Readonly<Record<string, string>> => ({
  'an encrypted token': jwe({ alg: 'dir' }),
  'an encrypted token, compressed': jwe({ alg: 'dir', zip: 'DEF' }),
  'an encrypted token, 2^31 rounds': jwe({ alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31 - 1, p2s: 'AAAA' }),
  'a refresh token': refreshToken,
  'two parts': parts(2),
  'four parts': parts(4),
  'no JSON': parts(3),
  'only dots': '..',
  'a list as the claims': jwt(header, [1] as unknown as Claims),
  'ten thousand characters': 'a'.repeat(10_000),
});

/** Returns tokens that must be refused, by the name of their fault. Most are made from the parts of valid tokens. */
export function badTokens(header: Claims, claims: Claims, tokens: Tokens): Readonly<Record<string, string>> {
  const forged = Object.entries(forgeries).map(([fault, [headers, changed = {}, sign]]): [string, string] => [
    fault,
    jwt({ ...header, ...headers }, { ...claims, ...changed }, sign),
  ]);
  return { ...Object.fromEntries(forged), ...oddities(header, tokens) };
}

/** The names of the faults for which `badTokens` returns a token. */
export const faults: readonly string[] = [
  ...Object.keys(forgeries),
  ...Object.keys(oddities({}, { accessToken: '', refreshToken: '', expiresIn: '' })),
];
