import { userRoutes } from '@portcullis/adapters-http';
import { createUser, deleteUser, inviteUser, setUserPassword, setUserRoles, updateUser } from '@portcullis/application';
import { setUserRolesLimit } from '../config/limits.ts';
import { POLICY, WRITTEN_USERS } from './ports.ts';
import { resourceModule, useCase, resolvePort } from './dependency-injection.ts';
import { createDependencies, hashDependencies, mailDependencies } from './shared-dependencies.ts';

const policy = POLICY;

export const users = resourceModule(
  {
    createUser: useCase(createUser, { ...hashDependencies, policy }),
    inviteUser: useCase(inviteUser, { ...hashDependencies, ...mailDependencies }),
    updateUser: useCase(updateUser, createDependencies),
    deleteUser: useCase(deleteUser, createDependencies),
    setUserRoles: useCase(setUserRoles, createDependencies),
    setUserPassword: useCase(setUserPassword, { ...hashDependencies, policy }),
  },
  (use, from, { userDetails }) =>
    userRoutes({
      ...use,
      users: resolvePort(from, WRITTEN_USERS),
      policy: resolvePort(from, POLICY),
      userDetails,
      setUserRolesLimit,
    }),
);
