import type { InstallationFinding } from '@portcullis/application/internal/ports/system-state';
import type { Config } from '../config/config.ts';
import { oneLineMessage } from '../process/one-line-message.ts';
import type { Services } from '../wiring/services.ts';
import { gatherFacts } from './facts.ts';
import { judge } from './judge.ts';

/**
 * Returns a function that checks the installation of a running process. A call during a check gets the result of this
 * check, so that many calls open no more connections than one.
 */
export function installationCheck(
  config: Config,
  services: Pick<Services, 'database' | 'compareSecretsKeys' | 'checkStoreClaim'>,
): () => Promise<readonly InstallationFinding[]> {
  let current: Promise<readonly InstallationFinding[]> | undefined;
  return () => {
    current ??= gatherFacts(config, {
      modules: [],
      describe: oneLineMessage,
      running: { database: services.database, services },
    })
      .then(judge)
      .finally(() => {
        current = undefined;
      });
    return current;
  };
}
