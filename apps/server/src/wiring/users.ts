import { userRoutes } from '@portcullis/adapters-http';
import { CreateUser, DeleteUser, SetUserPassword, SetUserRoles, UpdateUser } from '@portcullis/application';
import { setUserRolesLimit } from '../config/limits.ts';
import { HASHER, POLICY, USER_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, hashing, work } from './sources.ts';

const policy = POLICY;

export const users = noun(
  {
    createUser: useCase(CreateUser, { ...hashing, policy }),
    updateUser: useCase(UpdateUser, creating),
    deleteUser: useCase(DeleteUser, { work }),
    setUserRoles: useCase(SetUserRoles, creating),
    setUserPassword: useCase(SetUserPassword, { work, hasher: HASHER, policy }),
  },
  (use, from) => userRoutes({ ...use, users: valueOf(from, USER_VIEWS), setUserRolesLimit }),
);
