import { roleRoutes } from '@portcullis/adapters-http';
import { createRole, deleteRole, setRoleMenus, setRolePermissions, updateRole } from '@portcullis/application';
import { resourceModule, useCase } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

export const roles = resourceModule(
  {
    createRole: useCase(createRole, createDependencies),
    updateRole: useCase(updateRole, createDependencies),
    deleteRole: useCase(deleteRole, createDependencies),
    setRolePermissions: useCase(setRolePermissions, createDependencies),
    setRoleMenus: useCase(setRoleMenus, createDependencies),
  },
  roleRoutes,
);
