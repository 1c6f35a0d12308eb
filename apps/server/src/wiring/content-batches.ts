import { contentBatchRoutes } from '@portcullis/adapters-http';
import { changeContents } from '@portcullis/application';
import { CONTENT_VIEWS } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { convertDependencies } from './shared-dependencies.ts';

export const contentBatches = resourceModule(
  { changeContents: useCase(changeContents, { ...convertDependencies, contents: CONTENT_VIEWS }) },
  contentBatchRoutes,
);
