import type { InstallationFinding } from '@portcullis/adapters-http/internal/routes/schemas/overview';
import type { Config } from '../config/config.ts';
import { oneLineMessage } from '../process/one-line-message.ts';
import type { Services } from '../wiring/services.ts';

type CheckedServices = Pick<Services, 'database' | 'compareSecretsKeys' | 'checkStoreClaim'>;

/**
 * Returns a function that checks the installation of a running process. A call during a check gets the result of this
 * check, so that many calls open no more connections than one.
 */
export function installationCheck(
  config: Config,
  services: CheckedServices,
): () => Promise<readonly InstallationFinding[]> {
  let current: Promise<readonly InstallationFinding[]> | undefined;
  return () => {
    current ??= check(config, services).finally(() => {
      current = undefined;
    });
    return current;
  };
}

async function check(config: Config, services: CheckedServices): Promise<readonly InstallationFinding[]> {
  const [{ gatherFacts }, { judge }] = await Promise.all([import('./facts.ts'), import('./judge.ts')]);
  const running = { database: services.database, services };
  return judge(await gatherFacts(config, { modules: [], describe: oneLineMessage, running }));
}
