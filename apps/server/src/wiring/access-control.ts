import { importAccessControl, restoreBuiltIn } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

/**
 * The use cases of access control. They have no routes, because only commands and the loading of demo data use them.
 */
export const accessControl = noun(
  {
    importAccessControl: useCase(importAccessControl, creating),
    restoreBuiltIn: useCase(restoreBuiltIn, creating),
  },
  () => [],
);
