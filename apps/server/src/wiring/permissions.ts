import { permissionRoutes } from '@portcullis/adapters-http';
import { createPermission, deletePermission, updatePermission } from '@portcullis/application';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

export const permissions = resourceModule(
  {
    createPermission: useCase(createPermission, createDependencies),
    updatePermission: useCase(updatePermission, createDependencies),
    deletePermission: useCase(deletePermission, createDependencies),
  },
  permissionRoutes,
);
