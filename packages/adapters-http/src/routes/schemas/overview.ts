import type { DayActivity, LastChange, LastLogin, Overview } from '@portcullis/application/internal/ports/overview';
import type {
  InstallationFinding,
  Load,
  MinuteFigures,
  SystemState,
} from '@portcullis/application/internal/ports/system-state';
import { userLimits } from '@portcullis/domain/internal/user';
import {
  count,
  withDescription,
  flag,
  listOf,
  timestamp,
  named,
  nullable,
  object,
  oneOf,
  text,
  textOf,
  uuid,
  type Schema,
} from '../../validation/schema.ts';

const total = withDescription(count, 'Total number.');
const enabled = withDescription(count, 'Number of enabled ones.');
const totals = object<Overview['tags']>({ total });
const totalAndEnabled = object<Overview['users']>({ total, enabled });
const load: Schema<Load> = object<Load>({
  running: withDescription(count, 'Number of running tasks.'),
  waiting: withDescription(count, 'Number of waiting tasks.'),
});

const lastLogin = object<LastLogin>({
  userId: withDescription(uuid(), 'The id of the user.'),
  username: withDescription(textOf(userLimits.username), 'The name of the user.'),
  address: withDescription(text, 'An IPv4 address, or the /64 network of an IPv6 address.'),
  lastLoginAt: withDescription(timestamp, 'When the user last logged in from the address, in UTC.'),
});

const lastChange = object<LastChange>({
  id: withDescription(uuid(), 'The id of the audit record.'),
  event: withDescription(oneOf(['user.roles.set']), 'What happened: the roles of a user were set.'),
  userId: withDescription(uuid(), 'The id of the acting user.'),
  username: withDescription(
    nullable(textOf(userLimits.username)),
    'The name of the acting user; null if the account was deleted, or if a command made the change.',
  ),
  resource: withDescription(oneOf(['User']), 'The kind of resource that changed.'),
  resourceId: withDescription(uuid(), 'The id of the user whose roles changed.'),
  resourceName: withDescription(
    nullable(textOf(userLimits.username)),
    'The name of the user whose roles changed; null if the account was deleted.',
  ),
  createdAt: withDescription(timestamp, 'When it happened, in UTC.'),
});

const dayActivity = object<DayActivity>({
  day: withDescription(text, 'The day in UTC, such as `2026-11-22`.'),
  logIns: withDescription(count, 'Number of logins.'),
  refusedLogIns: withDescription(count, 'Number of rejected logins.'),
  changes: withDescription(count, 'Number of other events, except events about sessions and locks.'),
});

const connections = object<SystemState['database']['connections']>({
  inUse: withDescription(count, 'Number of connections in use.'),
  idle: withDescription(count, 'Number of idle connections.'),
  waiting: withDescription(count, 'Number of requests that wait for a connection.'),
});

const system = object<SystemState>({
  version: withDescription(text, 'The version of the service.'),
  database: withDescription(
    object<SystemState['database']>({
      kind: withDescription(oneOf(['embedded', 'postgresql']), 'The kind of database.'),
      connections: withDescription(connections, 'The connections of this process.'),
    }),
    'The state of the database.',
  ),
  replicas: withDescription(
    listOf(
      object<SystemState['replicas'][number]>({
        name: withDescription(text, 'The host and port.'),
        isUsed: withDescription(flag, 'Whether the replica responds and is not too far behind the primary database.'),
      }),
    ),
    'The read replicas.',
  ),
  load: withDescription(
    object<SystemState['load']>({
      passwords: withDescription(load, 'Computations of password hashes.'),
      smallDocuments: withDescription(load, 'Conversions of small Markdown documents.'),
      largeDocuments: withDescription(load, 'Conversions of large Markdown documents.'),
    }),
    'Numbers of tasks in the threads of this process.',
  ),
  hasMailServer: withDescription(flag, 'Whether mails are sent to a mail server.'),
  hasPublicUrl: withDescription(flag, 'Whether the public address of the service is configured.'),
  figures: withDescription(
    listOf(
      object<MinuteFigures>({
        from: withDescription(timestamp, 'The beginning of the minute, in UTC.'),
        requests: withDescription(count, 'Number of requests.'),
        errors: withDescription(count, 'Number of responses with a status of 500 or more.'),
        p95Ms: withDescription(
          nullable(count),
          'Milliseconds that 95 % of the requests did not exceed; null without requests.',
        ),
        waiting: withDescription(count, 'The largest number of requests that waited for a connection or a thread.'),
      }),
    ),
    'What this process did in each of the last 60 minutes, the oldest first.',
  ),
  limits: withDescription(
    listOf(
      object<SystemState['limits'][number]>({
        name: withDescription(text, 'The name of the limit.'),
        calls: withDescription(count, 'Number of calls that the limit allows in the window.'),
        seconds: withDescription(count, 'The window, in seconds.'),
      }),
    ),
    'The limits on calls.',
  ),
});

/** Numbers of records, recent events and the state of the service, for administrators. */
export const installationFinding = named('InstallationFinding', () =>
  object<InstallationFinding>({
    part: withDescription(text, 'The part that was checked, such as `database`.'),
    status: withDescription(
      oneOf(['ok', 'warning', 'failed', 'skipped']),
      'Whether a fault was found. `skipped`: it could not be checked.',
    ),
    message: withDescription(text, 'What was found, and what to do about it, in one line.'),
  }),
);

export const overviewSchema = named('Overview', () =>
  object<Overview & { readonly system: SystemState }>({
    users: withDescription(totalAndEnabled, 'Numbers of users.'),
    roles: withDescription(totalAndEnabled, 'Numbers of roles.'),
    permissions: withDescription(totals, 'Number of permissions.'),
    menus: withDescription(totalAndEnabled, 'Numbers of menus.'),
    contents: withDescription(
      object<Overview['contents']>({
        total,
        drafts: withDescription(count, 'Number of drafts.'),
        published: withDescription(count, 'Number of published contents.'),
        archived: withDescription(count, 'Number of archived contents.'),
      }),
      'Numbers of contents by status.',
    ),
    categories: withDescription(totals, 'Number of categories.'),
    tags: withDescription(totals, 'Number of tags.'),
    lastLogins: withDescription(listOf(lastLogin), 'The last logins, one for each user and address, at most 10.'),
    lastChanges: withDescription(listOf(lastChange), 'The last role changes, at most 10.'),
    activity: withDescription(
      listOf(dayActivity),
      'Numbers of events by day, at most 30 days, the oldest first. Days that the newest 50,000 events do not cover are absent.',
    ),
    system: withDescription(system, 'The state of the process that responds.'),
  }),
);
