import type { Schemas } from '@portcullis/client';

/** A user as the service shows it to the caller. The e-mail address is null if the caller may not see it. */
export type ShownUser = Omit<Schemas['User'], 'email'> & { readonly email: string | null };
