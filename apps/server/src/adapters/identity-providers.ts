import type { IdentityProviders, SignInLog } from '@portcullis/application/internal/ports/identity-providers';
import type { ProviderSettings } from '../config/config.ts';
import type { ProviderClient } from './identity/provider-client.ts';

/** Returns the configured providers. It imports the OpenID Connect library only when a provider is first used. */
export function identityProviders(
  all: readonly ProviderSettings[],
  logMissing: SignInLog['missing'],
): IdentityProviders {
  const clients = new Map<string, ProviderClient>();
  const clientOf = async (key: string): Promise<ProviderClient> => {
    const settings = all.find((each) => each.key === key);
    if (settings === undefined) throw new Error(`There is no provider ${key}.`);
    const { providerClient } = await import('./identity/provider-client.ts');
    const usesGroups = settings.roleMap !== undefined;
    const warnOfMissing = (claims: readonly string[]): void => logMissing({ provider: key, claims });
    const client = clients.get(key) ?? providerClient({ ...settings, usesGroups, warnOfMissing });
    clients.set(key, client);
    return client;
  };
  return {
    all,
    addressOf: async (key, request) => (await clientOf(key)).addressOf(request),
    accountOf: async (key, parameters, secrets) => (await clientOf(key)).accountOf(parameters, secrets),
  };
}
