import { tagRoutes } from '@portcullis/adapters-http';
import { createTag, createTags, deleteTag, updateTag } from '@portcullis/application';
import { TAG_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating } from './sources.ts';

export const tags = noun(
  {
    createTag: useCase(createTag, creating),
    createTags: useCase(createTags, creating),
    updateTag: useCase(updateTag, creating),
    deleteTag: useCase(deleteTag, creating),
  },
  (use, from) => tagRoutes({ ...use, tags: valueOf(from, TAG_VIEWS) }),
);
