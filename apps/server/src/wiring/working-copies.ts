import { workingCopyRoutes } from '@portcullis/adapters-http';
import { discardWorkingCopy, publishWorkingCopy, readWorkingCopy, saveWorkingCopy } from '@portcullis/application';
import { contentBodyLimits as bodyLimits } from '../config/limits.ts';
import { CONTENT_VIEWS, WORKING_COPY_VIEWS } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { converting, creating } from './sources.ts';

const views = { contents: CONTENT_VIEWS, workingCopies: WORKING_COPY_VIEWS };

export const workingCopies = noun(
  {
    saveWorkingCopy: useCase(saveWorkingCopy, { ...converting, ...views }),
    readWorkingCopy: useCase(readWorkingCopy, { workingCopies: WORKING_COPY_VIEWS }),
    discardWorkingCopy: useCase(discardWorkingCopy, creating),
    publishWorkingCopy: useCase(publishWorkingCopy, { ...converting, ...views }),
  },
  (use) => workingCopyRoutes({ ...use, bodyLimits }),
);
