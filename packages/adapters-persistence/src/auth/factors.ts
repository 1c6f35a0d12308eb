import type { FactorRepository, FactorViews, OwnFactors } from '@portcullis/application/internal/ports/factors';
import type { Factor, TotpFactor } from '@portcullis/domain/internal/accounts/factor';
import type { Passkey } from '@portcullis/domain/internal/accounts/passkey';
import { EntitySchema, type EntityManager } from 'typeorm';
import { short, type Reader, sql } from '../postgres/reader.ts';
import * as column from '../sql/columns.ts';
import { insertOf } from '../sql/collection.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';

/**
 * A row of the table `factors`, which has columns for TOTP factors and for passkeys. The columns of passkeys are null
 * in the row of a TOTP factor, and vice versa.
 */
type Row = Omit<TotpFactor, 'kind' | 'sealedSecret'> & {
  readonly kind: Factor['kind'];
  readonly sealedSecret: string | null;
} & { readonly [Name in 'name' | 'credentialId' | 'publicKey' | 'counter' | 'transports']: Passkey[Name] | null };

const factors = new EntitySchema<Row>({
  name: 'factors',
  columns: {
    id: column.id,
    userId: column.link,
    kind: column.text,
    sealedSecret: column.optionalText,
    createdAt: column.timestamp,
    confirmedAt: column.optionalTimestamp,
    lastStep: column.optionalInteger,
    lastUsedAt: column.optionalTimestamp,
    name: column.optionalText,
    credentialId: column.optionalText,
    publicKey: column.optionalText,
    counter: { ...column.safeInteger, nullable: true },
    transports: { ...column.optionalText, array: true },
  },
});

const noPasskey = { name: null, credentialId: null, publicKey: null, counter: null, transports: null };

const rowOf = (factor: Factor): Row =>
  factor.kind === 'totp' ? { ...factor, ...noPasskey } : { ...factor, sealedSecret: null, lastStep: null };

function factorOf({ sealedSecret, lastStep, ...row }: Row): Factor {
  const { name, credentialId, publicKey, counter, transports, kind, confirmedAt, ...common } = row;
  if (kind === 'totp' && sealedSecret !== null) return { ...common, kind, sealedSecret, confirmedAt, lastStep };
  if (name === null || credentialId === null || publicKey === null || counter === null || confirmedAt === null)
    throw new Error(`The factor ${common.id} lacks columns.`);
  return {
    ...common,
    kind: 'passkey',
    name,
    credentialId,
    publicKey,
    counter,
    transports: transports ?? [],
    confirmedAt,
  };
}

const insert = insertOf(factors);
const ofUser = sql`SELECT ${column.columnsOf(factors, 't')} FROM factors t WHERE t.user_id = $1
    ORDER BY t.created_at, t.id`;
const ofCredential = sql`SELECT ${column.columnsOf(factors, 't')} FROM factors t WHERE t.credential_id = $1`;
const save = sql`UPDATE factors SET sealed_secret = $2, confirmed_at = $3, last_step = $4, last_used_at = $5, counter = $6
    WHERE id = $1`;
const remove = sql`DELETE FROM factors WHERE id = ANY ($1)`;
const removeCodes = sql`DELETE FROM recovery_codes WHERE user_id = $1`;
const addCodes = sql`INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])`;
const countCodes = sql`SELECT count(*)::integer AS count FROM recovery_codes WHERE user_id = $1`;
const useCode = sql`DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING code_hash`;

const factorRepository = (db: EntityManager): FactorRepository => ({
  of: async (userId) => (await execute<Row>(db, ofUser, [userId])).map(factorOf),
  findPasskey: async (credentialId) => {
    const [row] = await execute<Row>(db, ofCredential, [credentialId]);
    const factor = row && factorOf(row);
    return factor?.kind === 'passkey' ? factor : undefined;
  },
  add: (factor) => insert(db, rowOf(factor)),
  save: async (factor) => {
    const { id, sealedSecret, confirmedAt, lastStep, lastUsedAt, counter } = rowOf(factor);
    await execute(db, save, [id, sealedSecret, confirmedAt, lastStep, lastUsedAt, counter]);
  },
  remove: (ids) => executeOnly(db, remove, [ids]),
  setRecoveryCodes: async (userId, hashes) => {
    await execute(db, removeCodes, [userId]);
    if (hashes.length > 0) await execute(db, addCodes, [userId, hashes]);
  },
  countRecoveryCodes: async (userId) => (await execute<{ count: number }>(db, countCodes, [userId]))[0]?.count ?? 0,
  useRecoveryCode: async (userId, hash) => (await execute(db, useCode, [userId, hash])).length > 0,
});

const viewOfUser = short(sql`SELECT id, kind, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM factors WHERE user_id = $1 AND confirmed_at IS NOT NULL ORDER BY created_at, id`);

const factorViews = (reader: Reader): FactorViews => ({
  of: async (userId) => {
    const [confirmed, codes] = await Promise.all([
      reader.rows<OwnFactors['factors'][number]>(viewOfUser, [userId]),
      reader.row<{ count: number }>(countCodes, [userId]),
    ]);
    return { factors: confirmed, recoveryCodesLeft: codes?.count ?? 0 };
  },
});

export const factorStore: ResourceStore<FactorRepository, FactorViews> = {
  constraints: {
    factors_credential_key: { refusal: 'wrong-passkey', message: 'This passkey was not accepted. Please try again.' },
  },
  repository: factorRepository,
  views: factorViews,
};
