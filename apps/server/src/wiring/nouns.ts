import { accessControl } from './access-control.ts';
import { auth } from './auth.ts';
import { categories } from './categories.ts';
import { contents } from './contents.ts';
import { menus } from './menus.ts';
import { permissions } from './permissions.ts';
import type { Noun } from './provide.ts';
import { roles } from './roles.ts';
import { sessions } from './sessions.ts';
import { setup } from './setup.ts';
import { tags } from './tags.ts';
import { users } from './users.ts';

/** Every noun with use cases, in the order of docs/interface.md §4. */
export const nouns: readonly Noun[] = [
  auth,
  sessions,
  setup,
  permissions,
  roles,
  users,
  menus,
  contents,
  categories,
  tags,
  accessControl,
];
