import type { LastChange, LastLogin, Load, Overview, SystemState } from '@portcullis/application';
import {
  count,
  explained,
  flag,
  listOf,
  moment,
  named,
  nullable,
  object,
  oneOf,
  text,
  uuid,
  type Schema,
} from '../../validation/schema.ts';

const total = explained(count, 'Number of all.');
const enabled = explained(count, 'Number of enabled ones.');
const totals = object<Overview['tags']>({ total });
const totalAndEnabled = object<Overview['users']>({ total, enabled });
const load: Schema<Load> = object<Load>({
  running: explained(count, 'Number of tasks that run.'),
  waiting: explained(count, 'Number of tasks that wait.'),
});

const lastLogin = object<LastLogin>({
  userId: explained(uuid(), 'The id of the user.'),
  username: explained(text, 'The name of the user.'),
  address: explained(text, 'An IPv4 address, or the /64 network of an IPv6 address.'),
  lastLoginAt: explained(moment, 'When the user last logged in from the address, in UTC.'),
});

const lastChange = object<LastChange>({
  id: explained(uuid(), 'The id of the audit record.'),
  event: explained(oneOf(['user.roles.set']), 'What happened: the roles of a user were set.'),
  userId: explained(uuid(), 'The id of the acting user.'),
  username: explained(nullable(text), 'The name of the acting user; null if the account was deleted.'),
  resource: explained(oneOf(['User']), 'The kind of resource that changed.'),
  resourceId: explained(uuid(), 'The id of the user whose roles changed.'),
  resourceName: explained(nullable(text), 'The name of that user; null if the account was deleted.'),
  createdAt: explained(moment, 'When it happened, in UTC.'),
});

const connections = object<SystemState['database']['connections']>({
  inUse: explained(count, 'Number of connections in use.'),
  idle: explained(count, 'Number of idle connections.'),
  waiting: explained(count, 'Number of requests that wait for a connection.'),
});

const system = object<SystemState>({
  version: explained(text, 'The version of the service.'),
  database: explained(
    object<SystemState['database']>({
      kind: explained(oneOf(['embedded', 'postgresql']), 'The kind of database.'),
      connections: explained(connections, 'The connections of this process.'),
    }),
    'The state of the database.',
  ),
  replicas: explained(
    listOf(
      object<SystemState['replicas'][number]>({
        name: explained(text, 'The host and port.'),
        isUsed: explained(flag, 'Whether it responds and is not too far behind.'),
      }),
    ),
    'The read replicas.',
  ),
  load: explained(
    object<SystemState['load']>({
      passwords: explained(load, 'Computations of password hashes.'),
      smallDocuments: explained(load, 'Conversions of small Markdown documents.'),
      largeDocuments: explained(load, 'Conversions of large Markdown documents.'),
    }),
    'Tasks of the threads of this process.',
  ),
  limits: explained(
    listOf(
      object<SystemState['limits'][number]>({
        name: explained(text, 'The name of the limit.'),
        calls: explained(count, 'Number of calls that are allowed in the window.'),
        seconds: explained(count, 'The window, in seconds.'),
      }),
    ),
    'The limits on calls.',
  ),
});

/** Numbers, last events and the state of the service, for administrators. */
export const overviewSchema = named('Overview', () =>
  object<Overview & { readonly system: SystemState }>({
    users: explained(totalAndEnabled, 'Numbers of users.'),
    roles: explained(totalAndEnabled, 'Numbers of roles.'),
    permissions: explained(totals, 'Number of permissions.'),
    menus: explained(totalAndEnabled, 'Numbers of menus.'),
    contents: explained(
      object<Overview['contents']>({
        total,
        drafts: explained(count, 'Number of drafts.'),
        published: explained(count, 'Number of published contents.'),
        archived: explained(count, 'Number of archived contents.'),
      }),
      'Numbers of contents by status.',
    ),
    categories: explained(totals, 'Number of categories.'),
    tags: explained(totals, 'Number of tags.'),
    lastLogins: explained(listOf(lastLogin), 'The last logins, one for each user and address, at most 10.'),
    lastChanges: explained(listOf(lastChange), 'The last role changes, at most 10.'),
    system: explained(system, 'The state of the process that responds.'),
  }),
);
