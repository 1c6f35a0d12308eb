import type { IdentityProvider } from '@portcullis/application';
import { roleLimits, type RoleMap } from '@portcullis/domain';
import { ConfigError } from './config-error.ts';

/** An OpenID Connect provider, and the settings with which this installation is registered as its client. */
export interface ProviderSettings extends IdentityProvider {
  readonly clientId: string;
  /** Undefined for a public client, which has no secret and is protected by PKCE. */
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** The claim that contains the groups of a user. */
  readonly groupsClaim: string;
  /** The URL to which the provider redirects the browser after the sign-in. */
  readonly redirectUri: string;
}

type ReadVariable = (name: string) => string | undefined;

const keyForm = /^[a-z][a-z0-9-]{0,31}$/;
const domainForm = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Reads the providers that OIDC_PROVIDERS names.
 * @param text returns the value of a variable, or undefined if the variable is unset or empty
 * @param publicUrl the value of PUBLIC_URL, without a slash at its end
 * @throws {ConfigError}
 */
export function readProviders(text: ReadVariable, publicUrl: string | undefined): readonly ProviderSettings[] {
  const keys = (text('OIDC_PROVIDERS') ?? '').split(',').map((key) => key.trim());
  const named = keys.filter((key) => key !== '');
  if (!named.every((key) => keyForm.test(key)) || new Set(named).size < named.length) {
    throw new ConfigError(
      'OIDC_PROVIDERS takes different names of lower-case letters, digits and hyphens, separated by commas.',
    );
  }
  if (named.length > 0 && (publicUrl === undefined || !isProtected(publicUrl))) {
    throw new ConfigError('OIDC_PROVIDERS needs a PUBLIC_URL with https://, or with http:// on this machine.');
  }
  return named.map((key) => readProvider(text, key, `${publicUrl}/api/auth/oidc/${key}/callback`));
}

function readProvider(text: ReadVariable, key: string, redirectUri: string): ProviderSettings {
  const prefix = `OIDC_${key.toUpperCase().replaceAll('-', '_')}_`;
  const read = (name: string): string | undefined => text(`${prefix}${name}`);
  const refuse = (name: string, takes: string): never => {
    // The value is not repeated, because it may be a secret.
    throw new ConfigError(`${prefix}${name} takes ${takes}.`);
  };
  const issuer = read('ISSUER') ?? '';
  if (!isProtected(issuer)) refuse('ISSUER', 'an address that begins with https://, or with http:// on this machine');
  const signUp = read('SIGN_UP') ?? 'false';
  if (signUp !== 'true' && signUp !== 'false') refuse('SIGN_UP', 'true or false');
  const scopes = read('SCOPES') ?? 'openid profile email';
  if (!scopes.split(' ').includes('openid')) refuse('SCOPES', 'scopes separated by spaces, with openid among them');
  const domains = (read('TRUSTED_DOMAINS') ?? '').split(',').map((domain) => domain.trim());
  const trustedDomains = domains.filter((domain) => domain !== '');
  if (!trustedDomains.every((domain) => domainForm.test(domain))) {
    refuse('TRUSTED_DOMAINS', 'domains of e-mail addresses in lower case, separated by commas');
  }
  const roleMap = read('ROLE_MAP');
  return {
    key,
    name: read('NAME') ?? key,
    issuer,
    signUp: signUp === 'true',
    trustedDomains,
    roleMap:
      roleMap === undefined
        ? undefined
        : (roleMapOf(roleMap) ?? refuse('ROLE_MAP', 'JSON such as {"editors":["MODERATOR"]}, with codes of roles')),
    clientId: read('CLIENT_ID') ?? refuse('CLIENT_ID', 'the id of the client at the provider'),
    clientSecret: read('CLIENT_SECRET'),
    scopes,
    groupsClaim: read('GROUPS_CLAIM') ?? 'groups',
    redirectUri,
  };
}

/**
 * Returns whether data that is sent to a URL is protected in transit. The URL must begin with https://, or with http://
 * and one of `loopbackHosts`.
 */
function isProtected(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.includes(hostname));
}

function roleMapOf(text: string): RoleMap | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRoleMap(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const isRoleMap = (value: unknown): value is RoleMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isCodes);

const isCodes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((code) => typeof code === 'string' && roleLimits.code.pattern.test(code));
