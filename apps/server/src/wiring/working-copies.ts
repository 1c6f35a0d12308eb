import { workingCopyRoutes } from '@portcullis/adapters-http';
import { discardWorkingCopy, publishWorkingCopy, readWorkingCopy, saveWorkingCopy } from '@portcullis/application';
import { contentBodyLimits as bodyLimits } from '../config/limits.ts';
import { CONTENT_VIEWS, WORKING_COPY_VIEWS } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { convertDependencies, createDependencies } from './shared-dependencies.ts';

const views = { contents: CONTENT_VIEWS, workingCopies: WORKING_COPY_VIEWS };

export const workingCopies = resourceModule(
  {
    saveWorkingCopy: useCase(saveWorkingCopy, { ...convertDependencies, ...views }),
    readWorkingCopy: useCase(readWorkingCopy, { workingCopies: WORKING_COPY_VIEWS }),
    discardWorkingCopy: useCase(discardWorkingCopy, createDependencies),
    publishWorkingCopy: useCase(publishWorkingCopy, { ...convertDependencies, ...views }),
  },
  (use) => workingCopyRoutes({ ...use, bodyLimits }),
);
