import { operator } from '../adapters/operator.ts';
import { randomPassword } from '../adapters/secrets.ts';
import type { Config } from '../config/config.ts';
import type { Services } from './services.ts';

/** The first administrator of an installation, as its start reports it. */
export interface FirstAdministrator {
  /** Whether this start created the first administrator. */
  readonly hasNewAdministrator: boolean;
  /** The password of the new administrator, if it is random. */
  readonly administratorPassword: string | undefined;
  /** The token of the setup link, if `administratorPassword` is set and the console is served. */
  readonly setupToken: string | undefined;
}

/**
 * Creates the first administrator if there is none. If no password is configured, the account gets a random password.
 * If the console is served, an account with a random password also gets a setup link, with which its owner chooses a
 * new password.
 */
export async function firstAdministrator(
  services: Services,
  { adminUsername: username, adminEmail: email, adminPassword: given, console, passwordMinLength }: Config,
): Promise<FirstAdministrator> {
  const ensure = services.ensureAdministrator;
  const actor = operator('start');
  const none = { hasNewAdministrator: false, administratorPassword: undefined, setupToken: undefined };
  if (given !== undefined) {
    return { ...none, hasNewAdministrator: await ensure({ actor, username, email, password: given }) };
  }
  const password = randomPassword(passwordMinLength);
  const setup = console ? services.setupTokens.create() : undefined;
  const isMade = await ensure({ actor, username, email, password, setupTokenHash: setup?.hash });
  return isMade ? { hasNewAdministrator: true, administratorPassword: password, setupToken: setup?.token } : none;
}
