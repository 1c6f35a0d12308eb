import type { ImportedUser } from '@portcullis/application/internal/imports/check-user-rows';
import type { ImportedRow } from '@portcullis/application/internal/imports/report';
import type { RoleOfFile } from '@portcullis/application/internal/ports/imports';
import type { AttributeChange } from '@portcullis/domain/internal/conditions/attribute-values';
import type { FieldError } from '@portcullis/domain/internal/shared/errors';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import { enabled, type Status } from '@portcullis/domain/internal/shared/status';
import type { Gender } from '@portcullis/domain/internal/accounts/user';
import {
  Flag,
  Instant,
  LaterThan,
  Nullable,
  OneLine,
  Optional,
  Text,
  TextList,
  Timestamp,
} from '../../validation/fields.ts';
import { Like } from '../../validation/request.ts';
import { AttributeValues } from '../schemas/user-attributes.ts';
import { fieldsOf, validate } from '../../validation/validate.ts';
import { dateOrNull } from '../../validation/checks.ts';
import { readImportedRow } from './imported-rows.ts';
import { userFields } from '../schemas/users.ts';

export const importLimits = { sourceId: { min: 1, max: 255 }, passwordHash: { min: 1, max: 1024 } } as const;

/** The code of a role, and optionally a period: `EDITOR@2026-01-01T00:00:00Z/..`. */
const roleText = { min: 1, max: 200 } as const;

class ImportedRole {
  @Text(roleLimits.code) code!: string;
  @Nullable() @Instant() validFrom?: string | null;
  @Nullable() @Instant() @LaterThan('validFrom') validUntil?: string | null;
}

class ImportedUserFields {
  @OneLine(importLimits.sourceId) sourceId!: string;
  @Like(userFields) username!: string;
  @Like(userFields) email!: string;
  @Optional() @Flag() emailVerified?: boolean;
  @Like(userFields) nickName?: string | null;
  @Like(userFields) phone?: string | null;
  @Like(userFields) gender?: Gender | null;
  @Optional() @Like(userFields) status?: Status;
  @Nullable() @Timestamp() createdAt?: string | null;
  @Optional() @TextList(roleText) roles?: string[];
  @Optional() @AttributeValues() attributes?: AttributeChange;
  @Nullable() @Text(importLimits.passwordHash) passwordHash?: string | null;
}

/** The names of the fields of an imported user. Attributes are fields of `attributes`. */
export const importedUserFields: readonly string[] = fieldsOf(ImportedUserFields).map(({ name }) => name);

/** Reads a user of an imported file. An unknown field is an error, because it may be a misspelt name. */
export function readImportedUser(row: number, input: unknown): ImportedRow<ImportedUser> {
  const read = readImportedRow({ fields: ImportedUserFields, names: importedUserFields }, row, input);
  if (!('valid' in read)) return read;
  const { sourceId, createdAt, roles: texts = [], ...fields } = read.valid;
  const { roles, errors } = readRoles(texts);
  if (errors.length > 0) return { row, sourceId, errors };
  return {
    row,
    sourceId,
    value: {
      emailVerified: false,
      nickName: null,
      phone: null,
      gender: null,
      status: enabled,
      attributes: {},
      passwordHash: null,
      ...fields,
      roles,
      createdAt: dateOrNull(createdAt),
    },
  };
}

/** Writes an open end of a period, as in ISO 8601-2. */
const openEnd = '..';

/** Returns the text of a role that `readImportedUser` reads: its code, followed by its period unless that is unlimited. */
export const textOfRole = ({ code, validFrom, validUntil }: RoleOfFile): string =>
  validFrom === null && validUntil === null
    ? code
    : `${code}@${validFrom?.toISOString() ?? openEnd}/${validUntil?.toISOString() ?? openEnd}`;

function readRole(text: string): RoleOfFile | { readonly message: string } {
  const [code, period = `${openEnd}/${openEnd}`] = text.split(/@(.*)/s, 2);
  const [validFrom, validUntil, ...others] = period.split('/').map((end) => (end === openEnd ? null : end));
  if (validUntil === undefined || others.length > 0) return { message: `${text}: it is not CODE@FROM/UNTIL` };
  const { value, errors } = validate(ImportedRole, { code, validFrom, validUntil });
  const [error] = errors;
  if (error !== undefined) return { message: `${text}: ${error.message}` };
  return { code: value.code, validFrom: dateOrNull(value.validFrom), validUntil: dateOrNull(value.validUntil) };
}

function readRoles(texts: readonly string[]): {
  readonly roles: readonly RoleOfFile[];
  readonly errors: readonly FieldError[];
} {
  const read = texts.map(readRole);
  return {
    roles: read.filter((each) => 'code' in each),
    errors: read.flatMap((each) => ('message' in each ? [{ field: 'roles', message: each.message }] : [])),
  };
}
