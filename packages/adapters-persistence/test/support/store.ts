import type { Store } from '@portcullis/application/testing/contracts';
import {
  accessControlViews,
  accessViews,
  auditViews,
  categoryViews,
  contentViews,
  menuViews,
  overviewViews,
  permissionViews,
  roleViews,
  sessionViews,
  tagViews,
  typeormUnitOfWork,
  userViews,
  type Database,
} from '../../src/index.ts';

/** Creates all ports of the adapter for one database. */
export const storeOn = ({ dataSource, reader }: Database): Store => ({
  work: typeormUnitOfWork(dataSource),
  users: userViews(reader),
  roles: roleViews(reader),
  permissions: permissionViews(reader),
  menus: menuViews(reader),
  contents: contentViews(reader),
  categories: categoryViews(reader),
  tags: tagViews(reader),
  audit: auditViews(reader),
  sessions: sessionViews(reader),
  access: accessViews(reader),
  accessControl: accessControlViews(reader),
  overview: overviewViews(reader),
});
