import type { SealedPlace, SealedSecrets } from '@portcullis/application/internal/ports/system';
import { ConfigError } from '../config/config-error.ts';
import { readConfig } from '../config/config.ts';
import { FailedChecks, say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/** Declares the keys lost that the database needs and this configuration lacks, so that the service can start. */
export async function acceptLoss(terminal: Terminal): Promise<void> {
  const lost = await withService(terminal, (services) => services.acceptLostSecretsKeys());
  for (const id of lost) say(terminal, `lost     ${id}`);
  if (lost.length === 0) say(terminal, 'No key is missing.');
  else
    say(terminal, 'Rotate the secrets of all webhooks, and reset the second factors of users whose codes are refused.');
}

/** Maximum number of names that are printed for each key and kind. */
const names = 10;

const kinds: Readonly<Record<SealedSecrets['kind'], readonly [one: string, many: string]>> = {
  factor: ['authenticator app', 'authenticator apps'],
  mail: ['waiting mail', 'waiting mails'],
  webhook: ['secret of a webhook', 'secrets of webhooks'],
};

/** Prints what each key of stored secrets still decrypts, and how old the oldest session is. */
export const showKeyUse = (terminal: Terminal): Promise<void> =>
  withService(terminal, async ({ secretBox, secretsKeys }) => {
    const [first, ...former] = secretBox.keyIds();
    const sealed = await secretsKeys.sealed(names);
    const missing = new Set(sealed.map(({ keyId }) => keyId).filter((id) => ![first, ...former].includes(id)));
    const show = (status: string, keyId: string): void => {
      const uses = sealed.filter((each) => each.keyId === keyId).map(useOf);
      say(terminal, `${status.padEnd(7)}  ${keyId}  ${uses.length === 0 ? 'decrypts nothing' : uses.join('; ')}`);
    };
    show('first', first);
    // The keys after those of SECRETS_KEY are derived from the keys for tokens, or generated, and cannot be removed.
    const listed = former.slice(0, Math.max(0, readConfig(terminal.env, { serves: false }).secretsKeys.length - 1));
    for (const id of former) {
      const isNeeded = sealed.some(({ keyId }) => keyId === id);
      if (isNeeded || listed.includes(id)) show(isNeeded ? 'needed' : 'unused', id);
    }
    for (const id of missing) show('MISSING', id);
    const oldest = await secretsKeys.oldestSession();
    const age = oldest === null ? 'There is no session' : `The oldest session began at ${oldest.toISOString()}`;
    say(terminal, `${age}: a key for tokens that was no longer the first one before then can be removed.`);
  });

function useOf({ kind, count, names: some }: SealedSecrets): string {
  const [one, many] = kinds[kind];
  const named = some.length === 0 ? '' : ` (${some.join(', ')}${count > some.length ? ', …' : ''})`;
  return `${count} ${count === 1 ? one : many}${named}`;
}

const places: Readonly<Record<SealedPlace, SealedSecrets['kind']>> = {
  webhook: 'webhook',
  previousWebhook: 'webhook',
  factor: 'factor',
  mail: 'mail',
};

/**
 * Encrypts all stored secrets with the first key.
 * @throws {ConfigError} if processes still encrypt with another key
 * @throws {FailedChecks} if no key decrypts some of the secrets
 */
export async function reencrypt(terminal: Terminal, { dryRun = false }: { readonly dryRun?: boolean }): Promise<void> {
  const { isCurrent, counts, unreadable } = await withService(terminal, (services) =>
    services.reencryptSecrets({ dryRun }),
  );
  if (!isCurrent)
    throw new ConfigError('SECRETS_KEY: processes still encrypt with another key. Restart all with this one first.');
  for (const [place, count] of counts)
    say(terminal, `${count} ${kinds[places[place]][count === 1 ? 0 : 1]}${dryRun ? '' : ' encrypted again'}`);
  if (counts.size === 0) say(terminal, 'Every readable secret is encrypted with the first key.');
  if (unreadable.length > 0) throw new FailedChecks(`No key of SECRETS_KEY decrypts: ${unreadable.join(', ')}`);
}
