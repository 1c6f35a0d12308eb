import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A response of the provider. */
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** The differences between a hostile provider and an honest provider. A missing field means honest behaviour. */
export interface Hostility {
  readonly metadata?: Fields;
  readonly keys?: (honest: readonly Fields[]) => readonly unknown[];
  readonly header?: Fields;
  readonly claims?: Fields;
  /** Changes the ID token. */
  readonly token?: (signed: string, sign: Signer) => string;
  /** Changes the response of the token endpoint. */
  readonly tokens?: (honest: Fields) => Reply;
  readonly userInfo?: Reply;
  /** Changes the query parameters of the redirect back to the service. */
  readonly response?: (honest: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

export const honestProvider: Hostility = {};

interface Signer {
  readonly withOtherKey: (header: Fields, claims: Fields) => string;
  readonly withHmac: (secret: string, claims: Fields) => string;
  readonly publicKey: string;
  readonly claims: Fields;
}

export const hostileClient = { id: 'the-client', secret: 'the secret that only the client and the provider know' };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signed = (header: Fields, claims: Fields, key: KeyObject): string => {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
};

/** Providers on one server. The issuer URL of each provider ends with the index of its case in the list of cases. */
export interface HostileProviders {
  readonly issuerOf: (index: number) => string;
  /** The nonce of the current sign-in. */
  nonce: string;
  readonly close: () => void;
}

const [own, foreign] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));

export async function openHostileProviders(cases: readonly Hostility[]): Promise<HostileProviders> {
  const server = createServer((request, response) => {
    const [, index = '', path = ''] = /^\/(\d+)\/(.*)$/.exec(request.url ?? '') ?? [];
    const { status = 200, headers = {}, body } = replyOf(Number(index), path);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const issuerOf = (index: number): string => `${origin}/${index}`;
  const opened: HostileProviders = { issuerOf, nonce: '', close: () => server.close() };
  if (own === undefined || foreign === undefined) throw new Error('There are no keys.');

  const idToken = (index: number): string => {
    const { header, claims, token = (text) => text } = cases[index] ?? honestProvider;
    const now = Math.floor(Date.now() / 1000);
    const said = {
      iss: issuerOf(index),
      aud: hostileClient.id,
      sub: `person ${index}`,
      nonce: opened.nonce,
      iat: now,
      exp: now + 300,
      ...claims,
    };
    return token(signed({ alg: 'RS256', kid: 'own', ...header }, said, own.privateKey), {
      claims: said,
      withOtherKey: (otherHeader, otherClaims) => signed(otherHeader, otherClaims, foreign.privateKey),
      withHmac: (secret, otherClaims) => {
        const input = `${encode({ alg: 'HS256', kid: 'own' })}.${encode(otherClaims)}`;
        return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
      },
      publicKey: own.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    });
  };

  const replyOf = (index: number, path: string): Reply => {
    const {
      metadata,
      keys = (honest) => honest,
      tokens = (honest) => ({ body: honest }),
      userInfo,
    } = cases[index] ?? honestProvider;
    const issuer = issuerOf(index);
    switch (path) {
      case '.well-known/openid-configuration':
        return {
          body: {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/jwks`,
            userinfo_endpoint: `${issuer}/userinfo`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
            authorization_response_iss_parameter_supported: true,
            ...metadata,
          },
        };
      case 'jwks':
        return {
          body: { keys: keys([{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }]) },
        };
      case 'token':
        return tokens({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken(index) });
      case 'userinfo':
        return userInfo ?? { body: { sub: `person ${index}`, email: 'person@example.com', email_verified: true } };
      default:
        return { status: 404, body: {} };
    }
  };
  return opened;
}
