import { roleRoutes } from '@portcullis/adapters-http';
import { createRole, deleteRole, setRoleMenus, setRolePermissions, updateRole } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating } from './sources.ts';

export const roles = noun(
  {
    createRole: useCase(createRole, creating),
    updateRole: useCase(updateRole, creating),
    deleteRole: useCase(deleteRole, creating),
    setRolePermissions: useCase(setRolePermissions, creating),
    setRoleMenus: useCase(setRoleMenus, creating),
  },
  roleRoutes,
);
