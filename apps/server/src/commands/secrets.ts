import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/** Declares the keys lost that the database needs and this configuration lacks, so that the service can start. */
export async function acceptLoss(terminal: Terminal): Promise<void> {
  const lost = await withService(terminal, (services) => services.acceptLostSecretsKeys());
  for (const id of lost) say(terminal, `lost     ${id}`);
  if (lost.length === 0) say(terminal, 'No key is missing.');
  else
    say(terminal, 'Rotate the secrets of all webhooks, and reset the second factors of users whose codes are refused.');
}
