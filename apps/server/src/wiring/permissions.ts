import { permissionRoutes } from '@portcullis/adapters-http';
import { CreatePermission, DeletePermission, UpdatePermission } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating, work, writing } from './sources.ts';

export const permissions = noun(
  {
    createPermission: useCase(CreatePermission, creating),
    updatePermission: useCase(UpdatePermission, writing),
    deletePermission: useCase(DeletePermission, { work }),
  },
  permissionRoutes,
);
