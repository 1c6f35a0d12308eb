import type { SubjectQuery } from '@portcullis/application/internal/ports/access-facts';
import type { SubjectFacts, SubjectKeyFacts } from '@portcullis/domain/internal/access/decide-access';
import { factsIn, factsOf, listed, type FactsRow } from './access-fact-statements.ts';
import { type Reader, statementOf } from '../postgres/reader.ts';

/**
 * Reads the facts about subjects in one statement: the users with the ids $1 or the keys of user names $2, and the
 * owners of the API keys $3. Links to permissions are read only for permissions with the codes $4, or with the resources
 * $5 and the actions $6, and links to menus only if $7 is true.
 */
const ofSubjects = statementOf(
  factsOf(
    `SELECT unnest($1::uuid[]) UNION SELECT id FROM users WHERE username_key = ANY ($2::text[])
      UNION SELECT owner_id FROM api_keys WHERE id = ANY ($3::uuid[])`,
    {
      permissionLinks: 'rp.permission_id IN (SELECT id FROM named)',
      menuLinks: '$7::boolean',
      further: {
        tables: `named AS MATERIALIZED (SELECT id, code, resource, action FROM permissions WHERE code = ANY ($4::text[])
          OR (resource, action) IN (SELECT * FROM unnest($5::text[], $6::text[]))),`,
        columns: `, ${listed(`SELECT k.id, k.owner_id AS "ownerId", k.permissions, k.read_only AS "readOnly",
          k.allowed_addresses AS "allowedAddresses", k.has_factor AS "hasFactor", k.expires_at AS "expiresAt"
          FROM api_keys k WHERE k.id = ANY ($3)`)} AS "subjectKeys",
          ${listed('SELECT id AS "userId", username_key AS "usernameKey" FROM users WHERE username_key = ANY ($2)')} AS "userNames",
          ${listed('SELECT code, resource, action FROM named')} AS named`,
      },
    },
  ),
);

interface SubjectFactsRow extends FactsRow, Pick<SubjectFacts, 'userNames' | 'named'> {
  readonly subjectKeys: readonly (Omit<SubjectKeyFacts, 'expiresAt'> & { readonly expiresAt: string })[];
}

/** Reads the facts about the users and keys of a query. */
export async function readSubjectFacts(reader: Reader, query: SubjectQuery): Promise<SubjectFacts> {
  const { userIds, usernameKeys, keyIds, permissionCodes, actions, withMenus } = query;
  const row = await reader.row<SubjectFactsRow>(ofSubjects, [
    userIds,
    usernameKeys,
    keyIds,
    permissionCodes,
    actions.map(({ resource }) => resource),
    actions.map(({ action }) => action),
    withMenus,
  ]);
  if (row === undefined) throw new Error('The database returned no facts.');
  const { subjectKeys, ...facts } = row;
  return {
    ...factsIn(facts),
    apiKeys: subjectKeys.map(({ expiresAt, ...key }) => ({ ...key, expiresAt: new Date(expiresAt) })),
    userNames: row.userNames,
    named: row.named,
  };
}
