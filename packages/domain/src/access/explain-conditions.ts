import { permitsBy } from './reach.ts';
import type { UserFacts } from './access-facts.ts';
import type { AccessPath } from './access-paths.ts';
import type { Condition } from '../conditions/condition.ts';
import { conditionTarget, resourceAttributes } from '../conditions/condition-attributes.ts';
import type { CategoryPath } from '../conditions/condition-operators.ts';
import { conditionSubject } from '../conditions/condition-subjects.ts';
import { failedParts, type AttributeValues, type FailedPart } from '../conditions/evaluate-condition.ts';
import type { ExplainedAccess } from './explain-access.ts';

/** How a condition of a user is decided for one content. */
export interface ExplainedCondition {
  /** The code of the permission. */
  readonly permission: string;
  /** The role that gives the permission under the condition. */
  readonly role: AccessPath['role'];
  readonly condition: Condition;
  readonly isMet: boolean;
  /** The parts because of which the condition is not met. */
  readonly failedParts: readonly FailedPart[];
}

/** The content for which conditions are decided. */
export interface ConditionedContent {
  readonly attributes: AttributeValues;
  readonly pathOf: CategoryPath;
}

/**
 * Decides for a content every condition on the permissions of a user that are about contents, also if the path to the
 * permission gives nothing for another reason.
 * @param access the explained access of this user
 */
export const explainConditions = (
  access: Pick<ExplainedAccess, 'permissions'>,
  { id, attributes }: Pick<UserFacts, 'id' | 'attributes'>,
  content: ConditionedContent,
): readonly ExplainedCondition[] =>
  access.permissions
    .filter(({ code }) => conditionTarget({ code, resource: '' }) === resourceAttributes.content)
    .flatMap(({ code, paths, nearMisses }) =>
      [...paths, ...nearMisses].flatMap(({ role, condition }): readonly ExplainedCondition[] => {
        if (condition === null) return [];
        const subject = conditionSubject({ id, attributes });
        const context = { resource: content.attributes, subject, pathOf: content.pathOf };
        return [
          {
            permission: code,
            role,
            condition,
            isMet: permitsBy({ code, condition, attributes }, id, content.attributes, content.pathOf),
            failedParts: failedParts(condition, context),
          },
        ];
      }),
    );
