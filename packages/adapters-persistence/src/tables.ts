import type { EntitySchema } from 'typeorm';
import { auditRecords } from './audit.ts';
import { categories } from './categories.ts';
import { contents } from './contents.ts';
import { deliveries } from './deliveries.ts';
import { menus } from './menus.ts';
import { permissions } from './permissions.ts';
import { roles } from './roles.ts';
import { sessions } from './sessions.ts';
import { tags } from './tags.ts';
import { users } from './users.ts';
import { workingCopies } from './working-copies.ts';
import { webhooks } from './webhooks.ts';

/** The tables that are mapped with TypeORM. The other tables are used only with SQL statements. */
export const tables: readonly EntitySchema[] = [
  users,
  sessions,
  roles,
  permissions,
  menus,
  contents,
  categories,
  tags,
  auditRecords,
  workingCopies,
  webhooks,
  deliveries,
];
