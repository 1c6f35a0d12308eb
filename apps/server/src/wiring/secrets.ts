import { acceptLostSecretsKeys, checkSecretsKeys } from '@portcullis/application';
import { SECRET_BOX, WORK } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';

const dependencies = { work: WORK, secretBox: SECRET_BOX };

/** Checks of the keys that encrypt stored secrets. It has no routes. */
export const secrets = resourceModule(
  {
    checkSecretsKeys: useCase(checkSecretsKeys, dependencies),
    acceptLostSecretsKeys: useCase(acceptLostSecretsKeys, dependencies),
  },
  () => [],
);
