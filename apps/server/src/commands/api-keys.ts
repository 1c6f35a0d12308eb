import type { ApiKeyView } from '@portcullis/domain/internal/accounts/api-key';
import { BusinessError, orNotFound } from '@portcullis/domain/internal/shared/errors';
import { isId } from '@portcullis/domain/internal/shared/ids';
import { operator } from '../adapters/operator.ts';
import type { Services } from '../wiring/services.ts';
import { say, UsageError, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

const pageSize = 100;

/** Returns the items of all pages of a list. */
async function allOf<Item>(
  list: (page: number) => Promise<{ readonly items: readonly Item[]; readonly total: number }>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await list(page);
    all.push(...items);
    if (all.length >= total || items.length === 0) return all;
  }
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

const lineOf = ({ id, owner, name, expiresAt, lastUsedAt }: ApiKeyView): string =>
  [id, owner.username, name, `expires ${day(expiresAt)}`, lastUsedAt ? `used ${day(lastUsedAt)}` : 'never used'].join(
    '  ',
  );

/** Prints the API keys of all service accounts. */
export const listKeys = (terminal: Terminal): Promise<void> =>
  withService(terminal, async ({ apiKeys }) => {
    const keys = await allOf((page) => apiKeys.list({ page, pageSize, ownerKind: 'SERVICE' }));
    for (const key of keys) say(terminal, lineOf(key));
  });

interface KeyOptions {
  readonly name: string;
  readonly permission?: readonly string[];
  readonly allow?: readonly string[];
  readonly readOnly?: true;
  readonly days?: number;
}

const dayMs = 24 * 3_600_000;

/** Creates a key of a service account, and prints its text, which is not stored. */
export const createKey = (
  terminal: Terminal,
  username: string,
  { name, permission, allow, readOnly, days }: KeyOptions,
): Promise<void> =>
  withService(terminal, async (services) => {
    const { userId: ownerId } = orNotFound(await services.users.credentials(username), 'user-not-found');
    const { apiKey, key } = await services.createApiKey({
      actor: operator('keys create'),
      ownerId,
      name,
      ...(permission && { permissions: permission }),
      ...(allow && { allowedAddresses: allow }),
      ...(readOnly && { readOnly }),
      ...(days !== undefined && { expiresAt: new Date(services.clock.now().getTime() + days * dayMs) }),
    });
    say(terminal, `Id       ${apiKey.id}`);
    say(terminal, `Expires  ${day(apiKey.expiresAt)}`);
    say(terminal, `Key      ${key}`);
  });

/** Removes a key of any owner. */
export async function revokeKey(terminal: Terminal, id: string): Promise<void> {
  if (!isId<'ApiKey'>(id)) throw new UsageError('The id of a key is a UUID, as `portcullis keys list` prints it.');
  await withService(terminal, ({ deleteApiKey }) =>
    deleteApiKey({ actor: operator('keys revoke'), id, isAdministrator: true }),
  );
  say(terminal, `Revoked  ${id}`);
}

interface AccountOptions {
  readonly email: string;
  readonly role?: readonly string[];
}

/** Returns the ids of the roles with these codes. */
async function roleIdsOf({ roles }: Services, codes: readonly string[]) {
  const all = await allOf((page) => roles.list({ page, pageSize }));
  return codes.map((code) => {
    const role = all.find((each) => each.code === code);
    if (role === undefined) throw new BusinessError('role-not-found', `There is no role ${code}.`);
    return role.id;
  });
}

/** Creates a service account. The roles are set by the same use case as in the API, so an audit record is written. */
export const createAccount = (terminal: Terminal, username: string, { email, role }: AccountOptions): Promise<void> =>
  withService(terminal, async (services) => {
    const roleIds = role && (await roleIdsOf(services, role));
    const { id } = await services.createServiceAccount({
      actor: operator('service-accounts create'),
      account: { username, email },
      roleIds,
    });
    say(terminal, `Service account  ${username}`);
    say(terminal, `Id               ${id}`);
  });

/** Prints the service accounts with their roles. */
export const listAccounts = (terminal: Terminal): Promise<void> =>
  withService(terminal, async ({ users }) => {
    const accounts = await allOf((page) => users.list({ page, pageSize, kind: 'SERVICE' }));
    for (const { id, username, status, roles } of accounts) {
      const codes = roles.map(({ code }) => code).join(', ') || 'no roles';
      say(terminal, `${id}  ${username}  ${codes}${status === 1 ? '' : '  (disabled)'}`);
    }
  });
