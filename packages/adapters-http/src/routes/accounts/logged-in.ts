import type { LoggedIn } from '@portcullis/application/internal/auth/sessions/start-session';
import type { Client } from '@portcullis/domain/internal/shared/actor';
import { networkOf } from '../../checks/client-address.ts';
import type { PublicCall } from '../calls.ts';

/** Logs a user in with a use case, and names the user in the log of the request. */
export async function loggedIn(
  { client, logUser }: Pick<PublicCall<never, never, never>, 'client' | 'logUser'>,
  logIn: (from: Client & { readonly network: string }) => Promise<LoggedIn>,
): Promise<LoggedIn> {
  const opened = await logIn({ ...client, network: networkOf(client.ipAddress) });
  logUser(opened.user.id);
  return opened;
}
