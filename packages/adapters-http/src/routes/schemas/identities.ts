import type { IdentityProvider } from '@portcullis/application';
import type { Identity } from '@portcullis/domain';
import { named, nullable, object, text, timestamp, uuid, withDescription } from '../../validation/schema.ts';

type IdentityView = Pick<Identity, 'id' | 'issuer' | 'createdAt' | 'lastUsedAt'> & { readonly provider: string | null };

export const identitySchema = named('Identity', () =>
  object<IdentityView>({
    id: withDescription(uuid(), 'The id of the identity.'),
    provider: withDescription(nullable(text), 'The key of the provider; null if the provider is no longer configured.'),
    issuer: withDescription(text, 'The issuer URL of the provider, which is the claim `iss` in its tokens.'),
    createdAt: withDescription(timestamp, 'When it was linked.'),
    lastUsedAt: withDescription(timestamp, 'When the user last signed in with the identity.'),
  }),
);

/**
 * Compares two issuer URLs, ignoring a slash at the end. Either the configured URL or the URL in a token can lack the
 * slash.
 */
const sameAddress = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');

/** Returns a function that selects the public fields of an identity and adds the key of its provider. */
export const identityViewOf =
  (providers: readonly Pick<IdentityProvider, 'key' | 'issuer'>[]) =>
  ({ id, issuer, createdAt, lastUsedAt }: Identity): IdentityView => {
    const provider = providers.find((each) => sameAddress(each.issuer, issuer))?.key ?? null;
    return { id, provider, issuer, createdAt, lastUsedAt };
  };
