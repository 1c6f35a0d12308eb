import { categoryRoutes } from '@portcullis/adapters-http';
import { createCategory, deleteCategory, updateCategory } from '@portcullis/application';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

export const categories = resourceModule(
  {
    createCategory: useCase(createCategory, createDependencies),
    updateCategory: useCase(updateCategory, createDependencies),
    deleteCategory: useCase(deleteCategory, createDependencies),
  },
  categoryRoutes,
);
