import { accessControl } from './access-control.ts';
import { auth } from './auth.ts';
import { categories } from './categories.ts';
import { contentBatches } from './content-batches.ts';
import { contentSchedules } from './content-schedules.ts';
import { contents } from './contents.ts';
import { emailChanges } from './email-changes.ts';
import { factors } from './factors.ts';
import { feeds } from './feeds.ts';
import { idempotency } from './idempotency.ts';
import { identities } from './identities.ts';
import { invitations } from './invitations.ts';
import { menus } from './menus.ts';
import { passkeys } from './passkeys.ts';
import { permissions } from './permissions.ts';
import type { ResourceModule } from './dependency-injection.ts';
import { passwordResets } from './password-resets.ts';
import { previews } from './previews.ts';
import { revisions } from './revisions.ts';
import { roles } from './roles.ts';
import { secrets } from './secrets.ts';
import { sessions } from './sessions.ts';
import { setup } from './setup.ts';
import { streams } from './streams.ts';
import { tags } from './tags.ts';
import { users } from './users.ts';
import { workingCopies } from './working-copies.ts';
import { webhookModule } from './webhooks.ts';

/** The resources of the service, roughly in the order of docs/interface.md §4. */
export const resourceModules: readonly ResourceModule[] = [
  auth,
  passwordResets,
  invitations,
  emailChanges,
  factors,
  passkeys,
  identities,
  sessions,
  secrets,
  setup,
  permissions,
  roles,
  users,
  menus,
  contents,
  workingCopies,
  previews,
  revisions,
  contentBatches,
  contentSchedules,
  categories,
  tags,
  feeds,
  accessControl,
  webhookModule,
  streams,
  idempotency,
];
