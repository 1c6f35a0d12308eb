import { importAccessControl, restoreBuiltIn } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

/** The use cases of access control. Only commands use them, so there are no routes. */
export const accessControl = noun(
  {
    importAccessControl: useCase(importAccessControl, creating),
    restoreBuiltIn: useCase(restoreBuiltIn, creating),
  },
  () => [],
);
