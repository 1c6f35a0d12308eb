import { permissionRoutes } from '@portcullis/adapters-http';
import { createPermission, deletePermission, updatePermission } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

export const permissions = noun(
  {
    createPermission: useCase(createPermission, creating),
    updatePermission: useCase(updatePermission, creating),
    deletePermission: useCase(deletePermission, creating),
  },
  permissionRoutes,
);
