import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { operatorOf, operators, type OperatorName } from '@portcullis/domain/internal/conditions/condition-operators';
import { named, type Schema } from '../../validation/schema.ts';

const isOperator = (name: string): name is OperatorName => name in operators;

const meanings = Object.keys(operators)
  .filter(isOperator)
  .map((name) => `\`${name}\`: the attribute ${operatorOf(name).meaning}`)
  .join('; ');

/** A condition on a permission of a role. The operators come from the table of the domain. */
export const conditionSchema: Schema<Condition> = named('PermissionCondition', () => ({
  type: 'object',
  description: `Either \`all\` or \`any\` with a list of conditions, or \`not\` with a condition, or a comparison: \`attr\` with the name of an attribute, such as \`resource.authorId\`, and one operator with a value. ${meanings}. The value \`{"ref": "subject.id"}\` is the id of the caller. A comparison with a missing attribute is unknown, and a condition that is unknown as a whole does not permit.`,
}));
