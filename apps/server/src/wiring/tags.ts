import { tagRoutes } from '@portcullis/adapters-http';
import { createTag, createTags, deleteTag, updateTag } from '@portcullis/application';
import { TAG_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, work, writing } from './sources.ts';

export const tags = noun(
  {
    createTag: useCase(createTag, creating),
    createTags: useCase(createTags, creating),
    updateTag: useCase(updateTag, writing),
    deleteTag: useCase(deleteTag, { work }),
  },
  (use, from) => tagRoutes({ ...use, tags: valueOf(from, TAG_VIEWS) }),
);
