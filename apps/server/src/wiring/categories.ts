import { categoryRoutes } from '@portcullis/adapters-http';
import { createCategory, deleteCategory, updateCategory } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

export const categories = noun(
  {
    createCategory: useCase(createCategory, creating),
    updateCategory: useCase(updateCategory, creating),
    deleteCategory: useCase(deleteCategory, creating),
  },
  categoryRoutes,
);
