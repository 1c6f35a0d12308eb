import { tagRoutes } from '@portcullis/adapters-http';
import { createTag, createTags, deleteTag, updateTag } from '@portcullis/application';
import { WRITTEN_TAGS } from './ports.ts';
import { resourceModule, useCase, resolvePort } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

export const tags = resourceModule(
  {
    createTag: useCase(createTag, createDependencies),
    createTags: useCase(createTags, createDependencies),
    updateTag: useCase(updateTag, createDependencies),
    deleteTag: useCase(deleteTag, createDependencies),
  },
  (use, from) => tagRoutes({ ...use, tags: resolvePort(from, WRITTEN_TAGS) }),
);
