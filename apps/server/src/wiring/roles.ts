import { roleRoutes } from '@portcullis/adapters-http';
import { CreateRole, DeleteRole, SetRoleMenus, SetRolePermissions, UpdateRole } from '@portcullis/application';
import { noun, useCase } from './provide.ts';
import { creating, work, writing } from './sources.ts';

export const roles = noun(
  {
    createRole: useCase(CreateRole, creating),
    updateRole: useCase(UpdateRole, writing),
    deleteRole: useCase(DeleteRole, { work }),
    setRolePermissions: useCase(SetRolePermissions, { work }),
    setRoleMenus: useCase(SetRoleMenus, { work }),
  },
  roleRoutes,
);
