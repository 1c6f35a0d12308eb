import type { Transaction } from '../ports/unit-of-work.ts';
import { categoryRepository } from './repositories/categories.ts';
import { contentRepository } from './repositories/contents.ts';
import { loginAddressRepository } from './repositories/login-addresses.ts';
import { menuRepository } from './repositories/menus.ts';
import { permissionRepository } from './repositories/permissions.ts';
import { roleRepository } from './repositories/roles.ts';
import { sessionRepository } from './repositories/sessions.ts';
import { setupLinkRepository } from './repositories/setup-links.ts';
import { tagRepository } from './repositories/tags.ts';
import { userRepository } from './repositories/users.ts';
import type { State } from './state.ts';
import { table } from './tables.ts';
import { accessControlOf } from './views/access-control.ts';

/** Makes repositories that modify `state`. Operations that lock rows only read them, because transactions run one after another. */
export const transactionOn = (state: State): Transaction => ({
  users: userRepository(state),
  sessions: sessionRepository(state),
  loginAddresses: loginAddressRepository(state),
  setupLinks: setupLinkRepository(state),
  roles: roleRepository(state),
  permissions: permissionRepository(state),
  menus: menuRepository(state),
  contents: contentRepository(state),
  categories: categoryRepository(state),
  tags: tagRepository(state),
  audit: table(state.audit),
  accessControl: { lockAll: async () => accessControlOf(state) },
  tryAdvisoryLock: async () => true,
});
