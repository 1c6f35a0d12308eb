import { contentRoutes } from '@portcullis/adapters-http';
import {
  createContent,
  deleteContent,
  moveContent,
  previewContent,
  publishContent,
  updateContent,
} from '@portcullis/application';
import { contentBodyLimits as bodyLimits } from '../config/limits.ts';
import { CONTENT_VIEWS, IDS, MARKDOWN } from './ports.ts';
import { noun, useCase } from './provide.ts';
import { converting, work, writing } from './sources.ts';

export const contents = noun(
  {
    createContent: useCase(createContent, { ...converting, ids: IDS }),
    updateContent: useCase(updateContent, { ...converting, contents: CONTENT_VIEWS }),
    publishContent: useCase(publishContent, { ...converting, contents: CONTENT_VIEWS }),
    moveContent: useCase(moveContent, writing),
    deleteContent: useCase(deleteContent, { work }),
    previewContent: useCase(previewContent, { markdown: MARKDOWN }),
  },
  (use) => contentRoutes({ ...use, bodyLimits }),
);
