import type { ImportedRow, ImportedUser } from '@portcullis/application';
import {
  enabled,
  roleLimits,
  type AttributeChange,
  type FieldError,
  type Gender,
  type Status,
} from '@portcullis/domain';
import { AttributeValues, Flag, Nullable, Optional, Text, TextList, Timestamp } from '../validation/fields.ts';
import { Like } from '../validation/request.ts';
import { fieldsOf, isObject, validate } from '../validation/validate.ts';
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
  if (!isObject(input)) return { row, sourceId: null, errors: [{ field: '', message: 'This must be a JSON object.' }] };
  const { value, errors } = validate(ImportedUserFields, input);
  const unknown = Object.keys(input)
    .filter((name) => !importedUserFields.includes(name))
    .map((field): FieldError => ({ field, message: 'There is no such field.' }));
  const all = [...errors, ...unknown];
  const isNamed = errors.every(({ field }) => field !== 'sourceId');
  if (all.length > 0) return { row, sourceId: isNamed ? value.sourceId : null, errors: all };
  const { sourceId, createdAt, ...fields } = value;
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
