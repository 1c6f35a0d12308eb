import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { AttributeChange } from '@portcullis/domain/internal/conditions/attribute-values';
import { subjectAttributesIn } from '@portcullis/domain/internal/conditions/condition';
import { requireTrustedAttributes } from '@portcullis/domain/internal/conditions/condition-subjects';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import {
  checkDeclarations,
  narrowedAttributes,
  userAttributesUpdated,
  type AttributeDeclaration,
  type UserAttributes,
} from '@portcullis/domain/internal/conditions/user-attribute';
import { changeEntity, inTransaction } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** What `setUserAttributes` needs. */
export interface SetUserAttributesInput extends IfMatchInput {
  readonly actor: Actor;
  readonly attributes: readonly AttributeDeclaration[];
}

/**
 * Replaces the declarations of user attributes. Values of users never change with their declaration: a declaration can be
 * removed or narrowed only if no user has a value that is then not allowed. An attribute that a condition uses stays
 * declared, and only administrators can write it.
 * @throws {BusinessError} attributes-unacceptable, version-changed, attribute-in-use
 */
export const setUserAttributes = inTransaction(
  async (
    tx: Uses<'userAttributes' | 'events'>,
    deps,
    { actor, ifMatch, attributes }: SetUserAttributesInput,
  ): Promise<UserAttributes> => {
    checkDeclarations(attributes);
    const stored = await tx.userAttributes.lock();
    const recorded = { event: userAttributesUpdated, actor, stored, ifMatch };
    const { after } = await changeEntity(tx, deps, recorded, async (allow) => {
      await requireUnused(tx, stored.attributes, attributes);
      const used = (await tx.userAttributes.conditions()).flatMap((condition) => [...subjectAttributesIn(condition)]);
      requireTrustedAttributes(attributes, new Set(used), stored.attributes);
      const changed = { ...stored, attributes, updatedAt: deps.clock.now() };
      const saved = await tx.userAttributes.save(allow(changed));
      return { before: stored, after: { ...changed, ...saved } };
    });
    return after;
  },
);

/**
 * Returns the declarations for a change of a user's attributes, and keeps them until the transaction ends. Without a
 * change, they are not read.
 */
export const declarationsFor = async (
  tx: Uses<'userAttributes'>,
  change: AttributeChange | undefined,
): Promise<readonly AttributeDeclaration[]> =>
  change === undefined || Object.keys(change).length === 0 ? [] : tx.userAttributes.keep();

/** @throws {BusinessError} attribute-in-use */
async function requireUnused(
  tx: Uses<'userAttributes'>,
  before: readonly AttributeDeclaration[],
  after: readonly AttributeDeclaration[],
): Promise<void> {
  const used: string[] = [];
  for (const attribute of narrowedAttributes(before, after))
    if (await tx.userAttributes.hasOtherValues(attribute)) used.push(attribute.name);
  if (used.length > 0)
    throw new BusinessError(
      'attribute-in-use',
      `Users have values of these attributes that would not be allowed: ${used.join(', ')}.`,
    );
}
