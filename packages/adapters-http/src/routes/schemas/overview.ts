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

const total = object<Overview['tags']>({ total: count });
const totalAndEnabled = object<Overview['users']>({ total: count, enabled: count });
const load: Schema<Load> = object<Load>({ running: count, waiting: count });

const lastLogin = object<LastLogin>({
  userId: uuid(),
  username: text,
  address: explained(text, 'An IPv4 address, or the /64 network of an IPv6 address.'),
  lastLoginAt: moment,
});

const lastChange = object<LastChange>({
  id: explained(uuid(), 'Of the audit record.'),
  event: oneOf(['user.roles.set']),
  userId: explained(uuid(), 'Who acted.'),
  username: explained(nullable(text), 'Null if the account is gone.'),
  resource: oneOf(['User']),
  resourceId: uuid(),
  resourceName: explained(nullable(text), 'Null if the account is gone.'),
  createdAt: moment,
});

const system = object<SystemState>({
  version: text,
  database: object<SystemState['database']>({
    kind: oneOf(['embedded', 'postgresql']),
    connections: object<SystemState['database']['connections']>({ inUse: count, idle: count, waiting: count }),
  }),
  replicas: listOf(
    object<SystemState['replicas'][number]>({
      name: explained(text, 'Host and port.'),
      isUsed: explained(flag, 'Whether it answers and is not too far behind.'),
    }),
  ),
  load: object<SystemState['load']>({ passwords: load, smallDocuments: load, largeDocuments: load }),
  limits: listOf(object<SystemState['limits'][number]>({ name: text, calls: count, seconds: count })),
});

/** What an administrator sees first. */
export const overviewSchema = named('Overview', () =>
  object<Overview & { readonly system: SystemState }>({
    users: totalAndEnabled,
    roles: totalAndEnabled,
    permissions: total,
    menus: totalAndEnabled,
    contents: object<Overview['contents']>({ total: count, drafts: count, published: count, archived: count }),
    categories: total,
    tags: total,
    lastLogins: explained(listOf(lastLogin), 'At most 10: the last login of a user from each address.'),
    lastChanges: explained(listOf(lastChange), 'At most 10.'),
    system: explained(system, 'Of the process that answers.'),
  }),
);
