import type { ProviderClient } from '@portcullis/adapters-identity';
import type { IdentityProviders } from '@portcullis/application';
import type { ProviderSettings } from '../config/identity-settings.ts';

/** The configured providers. The library is loaded with the first sign-in, because most processes see none. */
export function identityProviders(all: readonly ProviderSettings[]): IdentityProviders {
  const clients = new Map<string, ProviderClient>();
  const clientOf = async (key: string): Promise<ProviderClient> => {
    const settings = all.find((each) => each.key === key);
    if (settings === undefined) throw new Error(`There is no provider ${key}.`);
    const { providerClient } = await import('@portcullis/adapters-identity');
    const client = clients.get(key) ?? providerClient(settings);
    clients.set(key, client);
    return client;
  };
  return {
    all,
    addressOf: async (key, request) => (await clientOf(key)).addressOf(request),
    accountOf: async (key, parameters, secrets) => (await clientOf(key)).accountOf(parameters, secrets),
  };
}
