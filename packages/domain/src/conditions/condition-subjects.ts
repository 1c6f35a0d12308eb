import type { Attributes } from './attribute-values.ts';
import { subjectAttributes, type AttributeTypes } from './condition-attributes.ts';
import { BusinessError } from '../shared/errors.ts';
import type { UserId } from '../shared/ids.ts';
import type { AttributeDeclaration } from './user-attribute.ts';

/** Returns the attributes of a user to which conditions can refer: the id, and all that are declared. */
export const conditionSubjectTypes = (declarations: readonly AttributeDeclaration[]): AttributeTypes => ({
  ...Object.fromEntries(
    declarations.map(({ name, type, values }) => [name, { kind: type, ...(values !== null && { values }) }]),
  ),
  ...subjectAttributes,
});

/** Returns the values of a user to which conditions refer, by their names without `subject.`. */
export const conditionSubject = ({ id, attributes }: { readonly id: UserId; readonly attributes: Attributes }) => ({
  ...attributes,
  id,
});

/**
 * Checks that users cannot give themselves access by changing an attribute that conditions use. The check is the same
 * for a condition that is about to be stored and for declarations that are about to be changed.
 * @param used the attributes that conditions use, without `subject.`
 * @param before the declarations before a change, whose types must stay the same. Default: `declarations`.
 * @throws {BusinessError} attribute-in-use, if users can write one of the attributes, or if a declaration is missing or
 * has another type
 */
export function requireTrustedAttributes(
  declarations: readonly AttributeDeclaration[],
  used: Iterable<string>,
  before = declarations,
): void {
  const isTrusted = (name: string): boolean =>
    Object.hasOwn(subjectAttributes, name) ||
    (declarations.some((each) => each.name === name && each.writableBy === 'admin') &&
      typeIn(declarations, name) === typeIn(before, name));
  const refused = [...used].filter((name) => !isTrusted(name));
  if (refused.length === 0) return;
  throw new BusinessError(
    'attribute-in-use',
    `Conditions use these attributes, which must stay declared and be writable only by administrators: ${refused.join(', ')}.`,
  );
}

const typeIn = (declarations: readonly AttributeDeclaration[], name: string) =>
  declarations.find((each) => each.name === name)?.type;
