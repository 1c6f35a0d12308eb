import { userRoutes } from '@portcullis/adapters-http';
import { createUser, deleteUser, inviteUser, setUserPassword, setUserRoles, updateUser } from '@portcullis/application';
import { setUserRolesLimit } from '../config/limits.ts';
import { POLICY, USER_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, hashing, mailing } from './sources.ts';

const policy = POLICY;

export const users = noun(
  {
    createUser: useCase(createUser, { ...hashing, policy }),
    inviteUser: useCase(inviteUser, { ...hashing, ...mailing }),
    updateUser: useCase(updateUser, creating),
    deleteUser: useCase(deleteUser, creating),
    setUserRoles: useCase(setUserRoles, creating),
    setUserPassword: useCase(setUserPassword, { ...hashing, policy }),
  },
  (use, from) =>
    userRoutes({ ...use, users: valueOf(from, USER_VIEWS), policy: valueOf(from, POLICY), setUserRolesLimit }),
);
