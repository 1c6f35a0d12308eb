import type {
  SealedPlace,
  SealedSecret,
  SealedSecrets,
  SecretsKeyRepository,
  SecretsKeyViews,
} from '@portcullis/application/internal/ports/system';
import { execute, executeOnly } from './sql/transaction.ts';
import type { ResourceStore } from './resource-store.ts';
import { sql } from './postgres/reader.ts';

const lock = sql`LOCK TABLE secrets_keys IN EXCLUSIVE MODE`;
const findAll = sql`SELECT id, is_lost AS "isLost" FROM secrets_keys ORDER BY id`;

/** A sealed secret contains the id of its key: `v1.<key id>.<ciphertext>`. */
const findUsed = sql`SELECT DISTINCT split_part(sealed, '.', 2) COLLATE "C" AS id FROM (
      SELECT secret AS sealed FROM webhooks
      UNION ALL SELECT previous_secret FROM webhooks WHERE previous_secret_until > now()
      UNION ALL SELECT sealed_secret FROM factors WHERE confirmed_at IS NOT NULL
    ) secrets WHERE sealed LIKE 'v1.%' ORDER BY 1`;

/** Mails are the only waiting deliveries with a sealed token. */
const findSealed = sql`SELECT split_part(sealed, '.', 2) COLLATE "C" AS "keyId", kind, count(*)::int AS count,
      (coalesce(array_agg(DISTINCT name COLLATE "C") FILTER (WHERE name IS NOT NULL), '{}'))[1:$1] AS names
    FROM (SELECT 'webhook' AS kind, url AS name, secret AS sealed FROM webhooks
      UNION ALL SELECT 'webhook', url, previous_secret FROM webhooks WHERE previous_secret_until > now()
      UNION ALL SELECT 'factor', u.username, f.sealed_secret FROM factors f JOIN users u ON u.id = f.user_id
        WHERE f.confirmed_at IS NOT NULL
      UNION ALL SELECT 'mail', NULL, payload->'data'->>'sealedToken' FROM deliveries
        WHERE kind = 'mail' AND state = 'waiting') secrets
    WHERE sealed LIKE 'v1.%' GROUP BY 1, 2 ORDER BY 1, 2`;

/** The tables of the encrypted secrets `sealed` of the rows `t`, and how a new value is stored. */
const places: Readonly<Record<SealedPlace, { readonly table: string; readonly sealed: string; readonly set: string }>> =
  {
    webhook: { table: 'webhooks', sealed: 't.secret', set: 'secret = c.resealed' },
    previousWebhook: { table: 'webhooks', sealed: 't.previous_secret', set: 'previous_secret = c.resealed' },
    factor: { table: 'factors', sealed: 't.sealed_secret', set: 'sealed_secret = c.resealed' },
    mail: {
      table: 'deliveries',
      sealed: `t.payload->'data'->>'sealedToken'`,
      set: `payload = jsonb_set(t.payload, '{data,sealedToken}', to_jsonb(c.resealed))`,
    },
  };

const findSealedIn = (
  place: SealedPlace,
) => sql`SELECT t.id, ${places[place].sealed} AS sealed FROM ${places[place].table} t
    WHERE ${places[place].sealed} LIKE 'v1.%' AND split_part(${places[place].sealed}, '.', 2) <> $1
      AND ($2::uuid IS NULL OR t.id > $2) ORDER BY t.id LIMIT $3`;

const replaceSealed = (place: SealedPlace) => sql`UPDATE ${places[place].table} t SET ${places[place].set}
    FROM unnest($1::uuid[], $2::text[], $3::text[]) AS c (id, sealed, resealed)
    WHERE t.id = c.id AND ${places[place].sealed} = c.sealed RETURNING t.id`;

const findOldestSession = sql`SELECT min(created_at) AS at FROM sessions WHERE expires_at > now()`;

const removeCurrent = sql`DELETE FROM secrets_keys WHERE NOT is_lost`;
const put = sql`INSERT INTO secrets_keys (id, is_lost) SELECT unnest($1::text[]), $2
    ON CONFLICT (id) DO UPDATE SET is_lost = excluded.is_lost`;

interface Row {
  readonly id: string;
  readonly isLost: boolean;
}

export const secretsKeyStore: ResourceStore<SecretsKeyRepository, SecretsKeyViews> = {
  views: (reader) => ({
    sealed: (limit) => reader.rows<SealedSecrets>(findSealed, [limit]),
    sealedIn: (place, { keyId, after, limit }) =>
      reader.rows<SealedSecret>(findSealedIn(place), [keyId, after ?? null, limit]),
    oldestSession: async () => (await reader.row<{ readonly at: Date | null }>(findOldestSession, []))?.at ?? null,
  }),
  repository: (db) => ({
    lockAll: async () => {
      await execute(db, lock, []);
      const [rows, used] = [await execute<Row>(db, findAll, []), await execute<Row>(db, findUsed, [])];
      return {
        current: rows.find(({ isLost }) => !isLost)?.id,
        used: used.map(({ id }) => id),
        lost: rows.filter(({ isLost }) => isLost).map(({ id }) => id),
      };
    },
    setCurrent: async (id) => {
      await execute(db, removeCurrent, []);
      await execute(db, put, [[id], false]);
    },
    replaceSealed: async (place, secrets) => {
      const values = [secrets.map(({ id }) => id), secrets.map(({ sealed }) => sealed)];
      return (await execute(db, replaceSealed(place), [...values, secrets.map(({ resealed }) => resealed)])).length;
    },
    setLost: (ids) => executeOnly(db, put, [ids, true]),
  }),
};
