import { contentBatchRoutes } from '@portcullis/adapters-http';
import { changeContents } from '@portcullis/application';
import { CONTENT_VIEWS } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { converting } from './sources.ts';

export const contentBatches = noun(
  { changeContents: useCase(changeContents, { ...converting, contents: CONTENT_VIEWS }) },
  contentBatchRoutes,
);
