import { roleRoutes } from '@portcullis/adapters-http';
import { createRole, deleteRole, setRoleMenus, setRolePermissions, updateRole } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating, work, writing } from './sources.ts';

export const roles = noun(
  {
    createRole: useCase(createRole, creating),
    updateRole: useCase(updateRole, writing),
    deleteRole: useCase(deleteRole, { work }),
    setRolePermissions: useCase(setRolePermissions, { work }),
    setRoleMenus: useCase(setRoleMenus, { work }),
  },
  roleRoutes,
);
