import { migration } from '../migration.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { builtInRows } from './built-in-rows.ts';
import { categories } from './categories.ts';
import { contents } from './contents.ts';
import { events } from './events.ts';
import { factors } from './factors.ts';
import { identities } from './identities.ts';
import { imports } from './imports.ts';
import { media } from './media.ts';
import { menus } from './menus.ts';
import { permissions } from './permissions.ts';
import { requests } from './requests.ts';
import { revisions } from './revisions.ts';
import { roles } from './roles.ts';
import { routeTable } from './route-table.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { searchExtension } from './shared/search-index.ts';
import { tags } from './tags.ts';
import { totalRepair, totals } from './totals.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** The schema: a table comes after the tables to which it refers. */
const schema = [
  searchExtension,
  totals,
  users,
  sessions,
  factors,
  identities,
  apiKeys,
  permissions,
  menus,
  roles,
  routeTable,
  categories,
  tags,
  contents,
  revisions,
  search,
  media,
  audit,
  events,
  webhooks,
  requests,
  imports,
  totalRepair,
  builtInRows,
];

/** Creates all tables and inserts the built-in rows. */
export const Schema1763683200000 = migration('Schema1763683200000', schema.join('\n'));
