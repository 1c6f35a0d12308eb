import { orNotFound } from '@portcullis/domain';
import type { IdentityProvider, IdentityProviders } from '../../ports/identity-providers.ts';

/**
 * Returns the provider with the given key.
 * @throws {BusinessError} provider-not-found
 */
export const providerOf = ({ all }: Pick<IdentityProviders, 'all'>, key: string): IdentityProvider =>
  orNotFound(
    all.find((provider) => provider.key === key),
    'provider-not-found',
  );
