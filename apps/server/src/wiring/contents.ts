import { contentRoutes } from '@portcullis/adapters-http';
import {
  createContent,
  deleteContent,
  indexContents,
  changeContentStatus,
  previewContent,
  publishContent,
  updateContent,
} from '@portcullis/application';
import { contentBodyLimits as bodyLimits } from '../config/limits.ts';
import { CONTENT_VIEWS, MARKDOWN } from './ports.ts';
import { resourceModule, useCase } from './dependency-injection.ts';
import { convertDependencies, createDependencies } from './shared-dependencies.ts';

export const contents = resourceModule(
  {
    createContent: useCase(createContent, convertDependencies),
    updateContent: useCase(updateContent, { ...convertDependencies, contents: CONTENT_VIEWS }),
    publishContent: useCase(publishContent, { ...convertDependencies, contents: CONTENT_VIEWS }),
    changeContentStatus: useCase(changeContentStatus, convertDependencies),
    deleteContent: useCase(deleteContent, convertDependencies),
    previewContent: useCase(previewContent, { markdown: MARKDOWN }),
    indexContents: useCase(indexContents, createDependencies),
  },
  (use) => contentRoutes({ ...use, bodyLimits }),
);
