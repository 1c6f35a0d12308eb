import { KeyObject } from 'node:crypto';
import type { TokenKey, TokenKeys } from '../../checks/access-tokens.ts';
import { unknownRoute } from '../../responses/http-error.ts';
import { oauthForm } from './oauth-form.ts';
import { listOf, object, text, withDescription } from '../../validation/schema.ts';
import { route, type Route } from '../route.ts';

/** The settings on which the routes for other services that receive access tokens depend. */
export interface ResourceServerSupport {
  /** Returns the keys that sign and verify tokens. Called only if `hasPublicKeys` is true. */
  readonly tokenKeys: () => TokenKeys;
  /** Whether tokens are signed with asymmetric keys. Without them, there is nothing that other services could verify. */
  readonly hasPublicKeys: boolean;
  /** The base URL of the installation, without a slash at its end. Undefined if it is not configured. */
  readonly publicUrl: string | undefined;
}

/** Only the members of the public key are named, so that no member of a private key can be in the response. */
function publicKeyOf({ id, algorithm, verifyingKey }: TokenKey) {
  if (!(verifyingKey instanceof KeyObject)) throw new TypeError('The key of a token must be a KeyObject.');
  const { kty = '', crv = '', x = '' } = verifyingKey.export({ format: 'jwk' });
  return { kty, crv, x, kid: id, alg: algorithm, use: 'sig' };
}

const [basic, bearer] = ['client_secret_basic', 'Bearer'];

const metadataOf = (issuer: string) => ({
  issuer,
  token_endpoint: `${issuer}/oauth2/token`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  introspection_endpoint: `${issuer}/oauth2/introspect`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: [basic],
  introspection_endpoint_auth_methods_supported: [basic, bearer],
  revocation_endpoint_auth_methods_supported: [basic, bearer],
});

const texts = listOf(text);
/** Responses may be used for 5 minutes, so a new key must be published at least this long before it signs. */
const maxAgeSeconds = 300;
const common = {
  method: 'GET',
  base: '',
  access: 'public',
  media: 'application/json',
  standard: oauthForm('Bearer'),
  maxAgeSeconds,
} as const;

/** The routes with which other services find the keys and endpoints (docs/interface.md §4.13). */
export function oauthMetadataRoutes({ tokenKeys, hasPublicKeys, publicUrl }: ResourceServerSupport): readonly Route[] {
  let published: { readonly keys: readonly ReturnType<typeof publicKeyOf>[] } | undefined;
  return [
    route({
      ...common,
      path: '/.well-known/jwks.json',
      operation: 'getPublicKeys',
      summary: 'Read the public keys that verify access tokens',
      description:
        'A JSON Web Key Set (RFC 7517): two keys while a key is being replaced, each with `kid`, `alg` (`EdDSA`) and `use`. The header of each token names its key in `kid`. Clients may use the response for 5 minutes. There is no such address if tokens are signed with a secret.',
      closedWith: hasPublicKeys ? undefined : unknownRoute,
      data: object({
        keys: withDescription(
          listOf(
            object({
              kty: withDescription(text, 'The kind of the key: `OKP`.'),
              crv: withDescription(text, 'The curve: `Ed25519`.'),
              x: withDescription(text, 'The public key, in base64url.'),
              kid: withDescription(text, 'The id of the key, which is its thumbprint (RFC 7638).'),
              alg: withDescription(text, 'The algorithm of the signatures: `EdDSA`.'),
              use: { type: 'string', const: 'sig', description: 'The key verifies signatures.' },
            }),
          ),
          'The keys. The first one signs new tokens.',
        ),
      }),
      handle: async () => (published ??= { keys: tokenKeys().map(publicKeyOf) }),
    }),
    route({
      ...common,
      path: '/.well-known/oauth-authorization-server',
      operation: 'getOAuthMetadata',
      summary: 'Read the addresses of the OAuth endpoints',
      description:
        'The metadata of an authorization server (RFC 8414). The `issuer` and the addresses begin with `PUBLIC_URL`, whatever address the client used. Clients may use the response for 5 minutes. There is no such address if `PUBLIC_URL` is not set, or if tokens are signed with a secret.',
      closedWith: hasPublicKeys && publicUrl !== undefined ? undefined : unknownRoute,
      data: object({
        issuer: withDescription(text, '`PUBLIC_URL`.'),
        token_endpoint: withDescription(text, 'Exchanges an API key for an access token.'),
        jwks_uri: withDescription(text, 'The public keys that verify access tokens.'),
        introspection_endpoint: withDescription(text, 'Tells whether a token is active.'),
        revocation_endpoint: withDescription(text, 'Ends a token.'),
        response_types_supported: withDescription(texts, 'Empty: there is no authorization endpoint.'),
        grant_types_supported: withDescription(texts, 'The values of `grant_type`.'),
        token_endpoint_auth_methods_supported: withDescription(texts, 'How clients authenticate for a token.'),
        introspection_endpoint_auth_methods_supported: withDescription(texts, 'How clients authenticate.'),
        revocation_endpoint_auth_methods_supported: withDescription(texts, 'How clients authenticate.'),
      }),
      handle: async () => metadataOf(publicUrl ?? ''),
    }),
  ];
}
