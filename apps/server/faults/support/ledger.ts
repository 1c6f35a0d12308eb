import { expect } from 'chai';
import { expectSuccess } from '../../test/support/builders.ts';
import { unbalancedRoleSets, type RoleChange } from '../../test/support/role-changes.ts';
import type { Person } from '../../test/support/service.ts';
import type { ServiceAndDatabase } from './site.ts';

/** The writes that the service acknowledged. */
export interface AcknowledgedWrites {
  /** Ids of the created contents. */
  readonly contents: string[];
  readonly users: string[];
  /** The User-Agent header of each change of a user's roles. The audit record of the change contains this value. */
  readonly settings: string[];
}

export const noAcknowledgedWrites = (): AcknowledgedWrites => ({ contents: [], users: [], settings: [] });

/**
 * Maximum number of values in one query. The query is an argument of psql, and the length of a command line is limited.
 */
const valuesPerQuery = 1000;

/** Expects that every acknowledged write is in the database. */
export async function expectAcknowledgedWritesStored(
  { database }: ServiceAndDatabase,
  { contents, users, settings }: AcknowledgedWrites,
): Promise<void> {
  const missing = async (values: readonly string[], column: string, table: string): Promise<string> => {
    const lost: string[] = [];
    for (let start = 0; start < values.length; start += valuesPerQuery) {
      const some = values.slice(start, start + valuesPerQuery);
      lost.push(
        await database.ask(`SELECT string_agg(said, ' ') FROM unnest('{${some.join()}}'::text[]) AS said
          WHERE said NOT IN (SELECT ${column}::text FROM ${table})`),
      );
    }
    return lost.join('');
  };
  expect({
    contents: await missing(contents, 'id', 'contents'),
    users: await missing(users, 'id', 'users'),
    settings: await missing(settings, 'user_agent', 'audit_records'),
  }).to.deep.equal({ contents: '', users: '', settings: '' });
}

/**
 * Expects that every write is stored completely or not at all, even if it was not acknowledged. Each content must have
 * `tagCount` tags, and each user that a test has registered must have the role USER. Totals must equal the numbers of
 * rows. The audit records of `people` must match their roles.
 */
export async function expectAtomicWrites(
  { database, admin }: ServiceAndDatabase,
  people: readonly Person[],
  tagCount: number,
): Promise<void> {
  const count = (sql: string): Promise<string> => database.ask(`SELECT count(*) FROM ${sql}`);
  expect({
    torn: await count(
      `contents c WHERE ${tagCount} <> (SELECT count(*) FROM content_tags t WHERE t.content_id = c.id)`,
    ),
    strangers: await count(`content_tags t WHERE NOT EXISTS (SELECT FROM all_contents c WHERE c.id = t.content_id)`),
    roleless: await count(`users u WHERE u.username LIKE 'writer-%' AND array(SELECT r.code FROM user_roles ur
      JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id) <> ARRAY['USER']`),
    miscounted:
      await count(`(VALUES ('users', (SELECT count(*) FROM users)), ('contents', (SELECT count(*) FROM contents)),
      ('audit_records', (SELECT count(*) FROM audit_records))) AS real (list, number)
      WHERE number <> (SELECT sum(total) FROM totals t WHERE t.list = real.list)`),
  }).to.deep.equal({ torn: '0', strangers: '0', roleless: '0', miscounted: '0' });
  for (const { id } of people) {
    const changes = await database.ask(`SELECT coalesce(json_agg(json_build_object(
      'before', payload->'before', 'after', payload->'after')), '[]') FROM audit_records
      WHERE resource_id = '${id}' AND payload->'before' <> payload->'after'`);
    const edges: RoleChange[] = JSON.parse(changes);
    const { roles } = await expectSuccess(admin.get<{ roles: readonly { id: string }[] }>(`/users/${id}`));
    expect(
      unbalancedRoleSets(
        edges,
        [],
        roles.map((role) => role.id),
      ),
    ).to.deep.equal([]);
  }
}
