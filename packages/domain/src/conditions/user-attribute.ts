import { builtInEvent, builtInSubject, recordedFields } from '../shared/declare-event.ts';
import { BusinessError, type FieldError } from '../shared/errors.ts';
import type { UserAttributesId } from '../shared/ids.ts';
import type { Versioned } from '../shared/version.ts';
import type { TextRule } from '../names/text.ts';

/** The types of attributes of users. */
export const attributeTypes = ['string', 'number', 'boolean', 'string[]'] as const;
/** The type of an attribute of users. */
type UserAttributeType = (typeof attributeTypes)[number];

/** `self`: the user, and administrators. `admin`: only administrators. */
export const attributeAudiences = ['self', 'admin'] as const;
/** Who sees the value of an attribute. */
export type AttributeAudience = (typeof attributeAudiences)[number];

/** Declares a value that users of this installation can have, such as a department. */
export interface AttributeDeclaration {
  readonly name: string;
  /** The name that people see. */
  readonly label: string;
  readonly type: UserAttributeType;
  /** The texts that a value may consist of; null if every text is allowed, or if the type has no texts. */
  readonly values: readonly string[] | null;
  readonly readableBy: AttributeAudience;
  readonly writableBy: AttributeAudience;
}

/** All declarations of this installation. They are replaced together, and have one version. */
export interface UserAttributes extends Versioned {
  readonly id: UserAttributesId;
  readonly attributes: readonly AttributeDeclaration[];
}

const name = {
  min: 1,
  max: 32,
  pattern: /^[a-z][A-Za-z0-9]*$/,
  requirement: 'begin with a lower-case letter and contain only letters and digits',
} satisfies TextRule;

/** The limits of the declarations of attributes. */
export const attributeLimits = {
  name,
  label: { min: 1, max: 64 },
  /** A text, or one text of a list. */
  text: { min: 1, max: 128 },
  /** Maximum number of texts in a list. */
  texts: 20,
  /** Maximum number of texts that a declaration allows. */
  values: 50,
  declarations: 32,
} as const;

/** Names that conditions use for other properties of a user. */
const reservedNames = ['id', 'kind', 'username', 'email', 'status', 'roles', 'permissions'];

/**
 * Checks declarations whose fields are valid each by itself.
 * @throws {BusinessError} attributes-unacceptable, with all errors
 */
export function checkDeclarations(declarations: readonly AttributeDeclaration[]): void {
  const { declarations: max } = attributeLimits;
  if (declarations.length > max)
    throw unacceptableAttributes([{ field: 'attributes', message: `There can be at most ${max} attributes.` }]);
  const errors = declarations.flatMap((declaration, index): readonly FieldError[] => {
    const error = declarationError(declaration);
    return error === undefined ? [] : [{ field: `attributes[${index}].${error.field}`, message: error.message }];
  });
  if (errors.length > 0) throw unacceptableAttributes(errors);
}

function declarationError({
  name: declared,
  type,
  values,
  readableBy,
  writableBy,
}: AttributeDeclaration): FieldError | undefined {
  if (reservedNames.includes(declared)) return { field: 'name', message: `'${declared}' is reserved.` };
  if (values !== null && type !== 'string' && type !== 'string[]')
    return { field: 'values', message: 'Only attributes with texts can have a list of allowed values.' };
  if (values !== null && new Set(values).size < values.length)
    return { field: 'values', message: 'The same value must not occur twice.' };
  if (writableBy === 'self' && readableBy !== 'self')
    return { field: 'writableBy', message: 'Users can write only attributes that they can read.' };
  return undefined;
}

/** Returns the error for declarations, or for values of a user, that are not acceptable. */
export const unacceptableAttributes = (errors: readonly FieldError[]): BusinessError =>
  new BusinessError('attributes-unacceptable', errors[0]?.message ?? 'These attributes are not acceptable.', errors);

/** An attribute whose new declaration allows fewer values than before. */
export interface NarrowedAttribute {
  readonly name: string;
  /** The texts that are still allowed; undefined if no value is, because the attribute was removed or has another type. */
  readonly allowed: readonly string[] | undefined;
}

/** Returns the attributes that users may have values of which the new declarations do not allow. */
export const narrowedAttributes = (
  before: readonly AttributeDeclaration[],
  after: readonly AttributeDeclaration[],
): readonly NarrowedAttribute[] =>
  before.flatMap((stored): readonly NarrowedAttribute[] => {
    const next = after.find((each) => each.name === stored.name);
    if (next === undefined || next.type !== stored.type) return [{ name: stored.name, allowed: undefined }];
    const { values } = next;
    if (values === null || stored.values?.every((value) => values.includes(value)) === true) return [];
    return [{ name: stored.name, allowed: values }];
  });

/** The event of a change of the declarations of attributes. */
export const userAttributesUpdated = builtInEvent(
  builtInSubject('userAttributes'),
  'userAttributes.updated',
  recordedFields<UserAttributes>()('attributes'),
);
