import { categoryRoutes, withPublicViews } from '@portcullis/adapters-http';
import { createCategory, deleteCategory, updateCategory } from '@portcullis/application';
import { CATEGORY_VIEWS, PUBLIC_CATEGORY_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, work, writing } from './sources.ts';

export const categories = noun(
  {
    createCategory: useCase(createCategory, creating),
    updateCategory: useCase(updateCategory, writing),
    deleteCategory: useCase(deleteCategory, { work }),
  },
  (use, from) =>
    withPublicViews(valueOf(from, CATEGORY_VIEWS), valueOf(from, PUBLIC_CATEGORY_VIEWS), (views) =>
      categoryRoutes({ ...use, categories: views }),
    ),
);
