import type { Store } from '@portcullis/testing/contracts';
import {
  accessControlViews,
  accessViews,
  auditViews,
  completedRequestViews,
  joinedTransactions,
  categoryViews,
  contentViews,
  deliveryViews,
  eventViews,
  factorViews,
  identityViews,
  liveSessionViews,
  menuViews,
  overviewViews,
  permissionViews,
  previewLinkViews,
  revisionViews,
  roleViews,
  sessionViews,
  tagViews,
  typeormUnitOfWork,
  userViews,
  workingCopyViews,
  webhookViews,
  type Database,
} from '../../src/index.ts';

/** Creates the unit of work and all views of the adapter for one database. */
export const storeOn = (database: Database): Store => {
  const work = typeormUnitOfWork(database);
  return { work, joined: joinedTransactions(work), ...viewsOn(database.reader) };
};

const viewsOn = (reader: Database['reader']): Omit<Store, 'work' | 'joined'> => ({
  completedRequests: completedRequestViews(reader),
  users: userViews(reader),
  roles: roleViews(reader),
  permissions: permissionViews(reader),
  menus: menuViews(reader),
  contents: contentViews(reader),
  revisions: revisionViews(reader),
  workingCopies: workingCopyViews(reader),
  previewLinks: previewLinkViews(reader),
  categories: categoryViews(reader),
  tags: tagViews(reader),
  audit: auditViews(reader),
  events: eventViews(reader),
  sessions: sessionViews(reader),
  factors: factorViews(reader),
  identities: identityViews(reader),
  liveSessions: liveSessionViews(reader),
  access: accessViews(reader),
  accessControl: accessControlViews(reader),
  overview: overviewViews(reader),
  webhooks: webhookViews(reader),
  deliveries: deliveryViews(reader),
});
