import { importAccessControl, restoreBuiltIn } from '@portcullis/application';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

/**
 * The use cases of access control. They have no routes, because only commands and the loading of demo data use them.
 */
export const accessControl = resourceModule(
  {
    importAccessControl: useCase(importAccessControl, createDependencies),
    restoreBuiltIn: useCase(restoreBuiltIn, createDependencies),
  },
  () => [],
);
