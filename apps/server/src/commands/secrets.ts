import { say } from './say.ts';
import { withService } from './with-service.ts';

/** Declares the keys lost that the database needs and this configuration lacks, so that the service can start. */
export async function acceptLoss(): Promise<void> {
  const lost = await withService((services) => services.acceptLostSecretsKeys());
  for (const id of lost) say(`lost     ${id}`);
  if (lost.length === 0) say('No key is missing.');
  else say('Rotate the secrets of all webhooks, and reset the second factors of users whose codes are refused.');
}
