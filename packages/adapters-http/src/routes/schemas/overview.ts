import type { DayActivity, LastChange, LastLogin, Overview } from '@portcullis/application/internal/ports/overview';
import { userLimits } from '@portcullis/domain/internal/accounts/user';
import type { DataOf } from '../../validation/request.ts';
import * as schema from '../../validation/schema.ts';

const total = schema.withDescription(schema.count, 'Total number.');
const enabled = schema.withDescription(schema.count, 'Number of enabled ones.');
const totals = schema.object<Overview['tags']>({ total });
const totalAndEnabled = schema.object<Overview['users']>({ total, enabled });
const load = schema.object({
  running: schema.withDescription(schema.count, 'Number of running tasks.'),
  waiting: schema.withDescription(schema.count, 'Number of waiting tasks.'),
});

const lastLogin = schema.object<LastLogin>({
  userId: schema.withDescription(schema.uuid(), 'The id of the user.'),
  username: schema.withDescription(schema.textOf(userLimits.username), 'The name of the user.'),
  address: schema.withDescription(schema.text, 'An IPv4 address, or the /64 network of an IPv6 address.'),
  lastLoginAt: schema.withDescription(schema.timestamp, 'When the user last logged in from the address, in UTC.'),
});

const lastChange = schema.object<LastChange>({
  id: schema.withDescription(schema.uuid(), 'The id of the audit record.'),
  event: schema.withDescription(schema.oneOf(['user.roles.set']), 'What happened: the roles of a user were set.'),
  userId: schema.withDescription(schema.uuid(), 'The id of the acting user.'),
  username: schema.withDescription(
    schema.nullable(schema.textOf(userLimits.username)),
    'The name of the acting user; null if the account was deleted, or if a command made the change.',
  ),
  resource: schema.withDescription(schema.oneOf(['User']), 'The kind of resource that changed.'),
  resourceId: schema.withDescription(schema.uuid(), 'The id of the user whose roles changed.'),
  resourceName: schema.withDescription(
    schema.nullable(schema.textOf(userLimits.username)),
    'The name of the user whose roles changed; null if the account was deleted.',
  ),
  createdAt: schema.withDescription(schema.timestamp, 'When it happened, in UTC.'),
});

const dayActivity = schema.object<DayActivity>({
  day: schema.withDescription(schema.text, 'The day in UTC, such as `2026-11-22`.'),
  logIns: schema.withDescription(schema.count, 'Number of logins.'),
  refusedLogIns: schema.withDescription(schema.count, 'Number of rejected logins.'),
  changes: schema.withDescription(schema.count, 'Number of other events, except events about sessions and locks.'),
});

const connections = schema.object({
  inUse: schema.withDescription(schema.count, 'Number of connections in use.'),
  idle: schema.withDescription(schema.count, 'Number of idle connections.'),
  waiting: schema.withDescription(schema.count, 'Number of requests that wait for a connection.'),
});

const system = schema.object({
  version: schema.withDescription(schema.text, 'The version of the service.'),
  database: schema.withDescription(
    schema.object({
      kind: schema.withDescription(schema.oneOf(['embedded', 'postgresql']), 'The kind of database.'),
      connections: schema.withDescription(connections, 'The connections of this process.'),
    }),
    'The state of the database.',
  ),
  replicas: schema.withDescription(
    schema.listOf(
      schema.object({
        name: schema.withDescription(schema.text, 'The host and port.'),
        isUsed: schema.withDescription(
          schema.flag,
          'Whether the replica responds and is not too far behind the primary database.',
        ),
      }),
    ),
    'The read replicas.',
  ),
  load: schema.withDescription(
    schema.object({
      passwords: schema.withDescription(load, 'Computations of password hashes.'),
      smallDocuments: schema.withDescription(load, 'Conversions of small Markdown documents.'),
      largeDocuments: schema.withDescription(load, 'Conversions of large Markdown documents.'),
    }),
    'Numbers of tasks in the threads of this process.',
  ),
  hasMailServer: schema.withDescription(schema.flag, 'Whether mails are sent to a mail server.'),
  hasPublicUrl: schema.withDescription(schema.flag, 'Whether the public address of the service is configured.'),
  figures: schema.withDescription(
    schema.listOf(
      schema.object({
        from: schema.withDescription(schema.timestamp, 'The beginning of the minute, in UTC.'),
        requests: schema.withDescription(schema.count, 'Number of requests.'),
        errors: schema.withDescription(schema.count, 'Number of responses with a status of 500 or more.'),
        p95Ms: schema.withDescription(
          schema.nullable(schema.count),
          'Milliseconds that 95 % of the requests did not exceed; null without requests.',
        ),
        waiting: schema.withDescription(
          schema.count,
          'The largest number of requests that waited for a connection or a thread.',
        ),
      }),
    ),
    'What this process did in each of the last 60 minutes, the oldest first.',
  ),
  limits: schema.withDescription(
    schema.listOf(
      schema.object({
        name: schema.withDescription(schema.text, 'The name of the limit.'),
        calls: schema.withDescription(schema.count, 'Number of calls that the limit allows in the window.'),
        seconds: schema.withDescription(schema.count, 'The window, in seconds.'),
      }),
    ),
    'The limits on calls.',
  ),
});

/** The load of a component that executes a limited number of tasks simultaneously. */
export type Load = DataOf<typeof load>;

/** The state of a process and of its database connections. Reading the state needs no query. */
export type SystemState = DataOf<typeof system>;

/** A result of the checks of an installation, about one part of it. A part without fault has one finding; otherwise, each fault has one. */
export type InstallationFinding = DataOf<typeof installationFinding>;

export const installationFinding = schema.namedObject('InstallationFinding', {
  part: schema.withDescription(schema.text, 'The part that was checked, such as `database`.'),
  status: schema.withDescription(
    schema.oneOf(['ok', 'warning', 'failed', 'skipped']),
    'Whether a fault was found. `skipped`: it could not be checked.',
  ),
  message: schema.withDescription(schema.text, 'What was found, and what to do about it, in one line.'),
});

/** Numbers of records, recent events and the state of the service, for administrators. */
export const overviewSchema = schema.namedObject<Overview & { readonly system: SystemState }>('Overview', {
  users: schema.withDescription(totalAndEnabled, 'Numbers of users.'),
  roles: schema.withDescription(totalAndEnabled, 'Numbers of roles.'),
  permissions: schema.withDescription(totals, 'Number of permissions.'),
  menus: schema.withDescription(totalAndEnabled, 'Numbers of menus.'),
  contents: schema.withDescription(
    schema.object<Overview['contents']>({
      total,
      drafts: schema.withDescription(schema.count, 'Number of drafts.'),
      published: schema.withDescription(schema.count, 'Number of published contents.'),
      archived: schema.withDescription(schema.count, 'Number of archived contents.'),
    }),
    'Numbers of contents by status.',
  ),
  categories: schema.withDescription(totals, 'Number of categories.'),
  tags: schema.withDescription(totals, 'Number of tags.'),
  lastLogins: schema.withDescription(
    schema.listOf(lastLogin),
    'The last logins, one for each user and address, at most 10.',
  ),
  lastChanges: schema.withDescription(schema.listOf(lastChange), 'The last role changes, at most 10.'),
  activity: schema.withDescription(
    schema.listOf(dayActivity),
    'Numbers of events by day, at most 30 days, the oldest first. Days that the newest 50,000 events do not cover are absent.',
  ),
  system: schema.withDescription(system, 'The state of the process that responds.'),
});
