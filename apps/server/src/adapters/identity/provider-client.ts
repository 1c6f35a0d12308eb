import type { IdentityProviders } from '@portcullis/application/internal/ports/identity-providers';
import { claimAt } from '@portcullis/domain/internal/conditions/attribute-claims';
import type { ExternalAccount } from '@portcullis/domain/internal/accounts/identity';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { ProviderSettings } from '../../config/config.ts';
import { accountIn, claimIn } from './account-claims.ts';
import { missingClaims } from './missing-claims.ts';

/** The registration at a provider. */
export interface ProviderClientOptions
  extends Pick<
    ProviderSettings,
    'issuer' | 'clientId' | 'clientSecret' | 'scopes' | 'groupsClaim' | 'attributes' | 'redirectUri'
  > {
  /** Whether groups give roles. */
  readonly usesGroups: boolean;
  /** Called with the configured claims that no sign-in has had, at most once a day for each claim. Must not throw. */
  readonly warnOfMissing: (claims: readonly string[]) => void;
}

/** The functions of `IdentityProviders`, for one provider. */
export interface ProviderClient {
  readonly addressOf: (request: Parameters<IdentityProviders['addressOf']>[1]) => Promise<string>;
  readonly accountOf: (
    parameters: Parameters<IdentityProviders['accountOf']>[1],
    secrets: Parameters<IdentityProviders['accountOf']>[2],
  ) => Promise<ExternalAccount>;
}

/** Maximum difference between the clocks of the service and the provider, in seconds. */
const toleranceSeconds = 30;
/** Maximum time for each request to the provider, in seconds. */
const timeoutSeconds = 5;
/** Maximum length of the id of a person at a provider, in characters (OpenID Connect Core 1.0, section 2). */
const maxSubjectLength = 255;
/** Time after which the metadata of a provider is read again, in milliseconds. */
const metadataMs = 3_600_000;

/**
 * Creates an OpenID Connect client for one provider. The client reads the provider's metadata when it first needs them,
 * and uses them for an hour. Then it reads them again for the next call.
 * @example
 * const client = providerClient({
 *   issuer: 'https://id.example.com',
 *   clientId: 'cms',
 *   clientSecret: undefined,
 *   scopes: 'openid profile email',
 *   groupsClaim: 'groups',
 *   usesGroups: false,
 *   attributes: [],
 *   redirectUri: 'https://cms.example.com/api/auth/sign-ins/company/callback',
 *   warnOfMissing: (claims) => console.warn('missing claims', claims),
 * });
 * const addressOf = (state: string, nonce: string, challenge: string) => client.addressOf({ state, nonce, challenge });
 */
export function providerClient(options: ProviderClientOptions): ProviderClient {
  const { clientId, scopes, groupsClaim, usesGroups, attributes, redirectUri, warnOfMissing } = options;
  const missing = missingClaims([...(usesGroups ? [groupsClaim] : []), ...attributes.map(({ claim }) => claim)]);
  let known: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined;
  const configurationOf = async (): Promise<Configuration> => {
    if (known === undefined || known.until <= Date.now()) {
      known = { configuration: discover(options), until: Date.now() + metadataMs };
    }
    const { configuration } = known;
    try {
      return await configuration;
    } catch (error) {
      if (known?.configuration === configuration) known = undefined;
      throw error;
    }
  };
  return {
    addressOf: async ({ state, nonce, challenge }) => {
      const parameters = { redirect_uri: redirectUri, scope: scopes, state, nonce };
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      return buildAuthorizationUrl(await configurationOf(), { ...parameters, ...pkce }).href;
    },
    accountOf: async (parameters, { state, nonce, verifier }) => {
      const configuration = await configurationOf();
      const address = new URL(redirectUri);
      address.search = new URLSearchParams(parameters).toString();
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('The provider sent no ID token.');
      checkClaims(claims, clientId);
      const isComplete =
        ['email', 'email_verified', groupsClaim].every((name) => claimAt(claims, name) !== undefined) &&
        attributes.every(({ claim }) => claimAt(claims, claim) !== undefined);
      const { userinfo_endpoint: userInfo } = configuration.serverMetadata();
      const further =
        isComplete || userInfo === undefined ? {} : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      const sources = { idToken: claims, userInfo: further };
      const neverSent = missing((claim) => claimIn(sources, claim) !== undefined, Date.now());
      if (neverSent.length > 0) warnOfMissing(neverSent);
      return accountIn({ issuer: claims.iss, subject: claims.sub }, sources, groupsClaim, attributes);
    },
  };
}

/**
 * Checks two rules of OpenID Connect that the library does not check.
 * @throws if the subject is too long, or if the token was issued to another client
 */
function checkClaims({ sub, azp }: { readonly sub: string; readonly azp?: unknown }, clientId: string): void {
  if (sub.length > maxSubjectLength) throw new Error(`The subject has more than ${maxSubjectLength} characters.`);
  // The library checks the authorized party only if the ID token has several audiences.
  if (azp !== undefined && azp !== clientId) throw new Error('The authorized party (azp) is another client.');
}

async function discover({ issuer, clientId, clientSecret }: ProviderClientOptions): Promise<Configuration> {
  const server = new URL(issuer);
  const insecure = server.protocol === 'http:' ? [allowInsecureRequests] : [];
  const metadata = { [clockTolerance]: toleranceSeconds };
  const authentication: ClientAuth = (as, client, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return authenticationBy(methods, clientSecret)(as, client, body, headers);
  };
  return discovery(server, clientId, metadata, authentication, {
    // The library verifies the signature of the ID token only with `enableNonRepudiationChecks`. By default, it trusts
    // the token, because the token comes directly from the provider and not through the browser.
    execute: [...insecure, enableNonRepudiationChecks],
    timeout: timeoutSeconds,
  });
}

function authenticationBy(methods: readonly string[], secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
