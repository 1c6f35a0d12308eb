import type { SecretsKeyRepository } from '@portcullis/application';
import { execute, executeOnly } from './sql/transaction.ts';
import type { ResourceStore } from './resource-store.ts';

const lock = { name: 'secrets keys lock', text: 'LOCK TABLE secrets_keys IN EXCLUSIVE MODE' };
const findAll = { name: 'secrets keys find', text: 'SELECT id, is_lost AS "isLost" FROM secrets_keys ORDER BY id' };

/** A sealed secret contains the id of its key: `v1.<key id>.<ciphertext>`. */
const findUsed = {
  name: 'secrets keys used',
  text: `SELECT DISTINCT split_part(sealed, '.', 2) COLLATE "C" AS id FROM (
      SELECT secret AS sealed FROM webhooks
      UNION ALL SELECT previous_secret FROM webhooks WHERE previous_secret_until > now()
      UNION ALL SELECT sealed_secret FROM factors WHERE confirmed_at IS NOT NULL
    ) secrets WHERE sealed LIKE 'v1.%' ORDER BY 1`,
};

const removeCurrent = { name: 'secrets keys remove current', text: 'DELETE FROM secrets_keys WHERE NOT is_lost' };
const put = {
  name: 'secrets keys put',
  text: `INSERT INTO secrets_keys (id, is_lost) SELECT unnest($1::text[]), $2
    ON CONFLICT (id) DO UPDATE SET is_lost = excluded.is_lost`,
};

interface Row {
  readonly id: string;
  readonly isLost: boolean;
}

export const secretsKeyStore: ResourceStore<SecretsKeyRepository> = {
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
    setLost: (ids) => executeOnly(db, put, [ids, true]),
  }),
};
