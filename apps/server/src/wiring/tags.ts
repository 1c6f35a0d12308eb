import { tagRoutes, withPublicViews } from '@portcullis/adapters-http';
import { createTag, createTags, deleteTag, updateTag } from '@portcullis/application';
import { PUBLIC_TAG_VIEWS, TAG_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, work, writing } from './sources.ts';

export const tags = noun(
  {
    createTag: useCase(createTag, creating),
    createTags: useCase(createTags, creating),
    updateTag: useCase(updateTag, writing),
    deleteTag: useCase(deleteTag, { work }),
  },
  (use, from) =>
    withPublicViews(valueOf(from, TAG_VIEWS), valueOf(from, PUBLIC_TAG_VIEWS), (views) =>
      tagRoutes({ ...use, tags: views }),
    ),
);
