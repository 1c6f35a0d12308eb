import { importAccessControl, restoreBuiltIn } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

/** Only commands use it, so it has no routes. */
export const accessControl = noun(
  {
    importAccessControl: useCase(importAccessControl, creating),
    restoreBuiltIn: useCase(restoreBuiltIn, creating),
  },
  () => [],
);
