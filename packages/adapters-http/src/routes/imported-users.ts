import type { ImportedRow, ImportedUser } from '@portcullis/application';
import { enabled, roleLimits, type AttributeChange, type Gender, type Status } from '@portcullis/domain';
import { AttributeValues, Flag, Nullable, Optional, Text, TextList, Timestamp } from '../validation/fields.ts';
import { Like } from '../validation/request.ts';
import { fieldsOf } from '../validation/validate.ts';
import { readImportedRow } from './imported-rows.ts';
import { userFields } from './schemas/users.ts';

export const importLimits = { sourceId: { min: 1, max: 255 }, passwordHash: { min: 1, max: 1024 } } as const;

class ImportedUserFields {
  @Text(importLimits.sourceId) sourceId!: string;
  @Like(userFields) username!: string;
  @Like(userFields) email!: string;
  @Optional() @Flag() emailVerified?: boolean;
  @Like(userFields) nickName?: string | null;
  @Like(userFields) phone?: string | null;
  @Like(userFields) gender?: Gender | null;
  @Optional() @Like(userFields) status?: Status;
  @Nullable() @Timestamp() createdAt?: string | null;
  @Optional() @TextList(roleLimits.code) roles?: string[];
  @Optional() @AttributeValues() attributes?: AttributeChange;
  @Nullable() @Text(importLimits.passwordHash) passwordHash?: string | null;
}

/** The names of the fields of an imported user. Attributes are fields of `attributes`. */
export const importedUserFields: readonly string[] = fieldsOf(ImportedUserFields).map(({ name }) => name);

/** Reads a user of an imported file. An unknown field is an error, because it may be a misspelt name. */
export function readImportedUser(row: number, input: unknown): ImportedRow<ImportedUser> {
  const read = readImportedRow({ fields: ImportedUserFields, names: importedUserFields }, row, input);
  if (!('valid' in read)) return read;
  const { sourceId, createdAt, ...fields } = read.valid;
  return {
    row,
    sourceId,
    value: {
      emailVerified: false,
      nickName: null,
      phone: null,
      gender: null,
      status: enabled,
      roles: [],
      attributes: {},
      passwordHash: null,
      ...fields,
      createdAt: typeof createdAt === 'string' ? new Date(createdAt) : null,
    },
  };
}
