import type { IdentityProvider } from '@portcullis/application';
import type { Identity } from '@portcullis/domain';
import { named, nullable, object, text, timestamp, uuid, withDescription } from '../../validation/schema.ts';

type IdentityView = Pick<Identity, 'id' | 'issuer' | 'createdAt' | 'lastUsedAt'> & { readonly provider: string | null };

export const identitySchema = named('Identity', () =>
  object<IdentityView>({
    id: withDescription(uuid(), 'The id of the identity.'),
    provider: withDescription(nullable(text), 'The key of the provider; null if this installation no longer has it.'),
    issuer: withDescription(text, 'The address that names the provider in its tokens (the claim `iss`).'),
    createdAt: withDescription(timestamp, 'When it was linked.'),
    lastUsedAt: withDescription(timestamp, 'When its user signed in with it last.'),
  }),
);

/** A configured address may lack the slash at its end that tokens have, or the other way round. */
const sameAddress = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');

/** Returns a function that adds the key of the provider to an identity. */
export const identityViewOf =
  (providers: readonly Pick<IdentityProvider, 'key' | 'issuer'>[]) =>
  ({ id, issuer, createdAt, lastUsedAt }: Identity): IdentityView => {
    const provider = providers.find((each) => sameAddress(each.issuer, issuer))?.key ?? null;
    return { id, provider, issuer, createdAt, lastUsedAt };
  };
