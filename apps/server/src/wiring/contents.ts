import { contentRoutes } from '@portcullis/adapters-http';
import {
  createContent,
  deleteContent,
  indexContents,
  moveContent,
  previewContent,
  publishContent,
  updateContent,
} from '@portcullis/application';
import { contentBodyLimits as bodyLimits } from '../config/limits.ts';
import { CONTENT_VIEWS, MARKDOWN } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { converting, creating } from './sources.ts';

export const contents = noun(
  {
    createContent: useCase(createContent, converting),
    updateContent: useCase(updateContent, { ...converting, contents: CONTENT_VIEWS }),
    publishContent: useCase(publishContent, { ...converting, contents: CONTENT_VIEWS }),
    moveContent: useCase(moveContent, converting),
    deleteContent: useCase(deleteContent, converting),
    previewContent: useCase(previewContent, { markdown: MARKDOWN }),
    indexContents: useCase(indexContents, creating),
  },
  (use) => contentRoutes({ ...use, bodyLimits }),
);
