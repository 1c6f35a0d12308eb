import { comparison, isReference, nodeOf, type Condition, type Operand } from './condition.ts';
import { deletedId } from './condition-operators.ts';
import type { CategoryId, TagId } from '../shared/ids.ts';

/** The id of what conditions name, and whose deletion could make them permit more. */
export type NamedId = CategoryId | TagId;

/**
 * Returns the condition that remains when a category or a tag is deleted: comparisons with it become unknown. Returns the
 * same object if the condition does not name it.
 */
export function withoutId(condition: Condition, id: NamedId): Condition {
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'all':
    case 'any': {
      const parts = node.parts.map((part) => withoutId(part, id));
      if (parts.every((part, index) => part === node.parts[index])) return condition;
      return node.kind === 'all' ? { all: parts } : { any: parts };
    }
    case 'not': {
      const part = withoutId(node.part, id);
      return part === node.part ? condition : { not: part };
    }
    case 'comparison': {
      const operand = operandWithout(node.operand, id);
      return operand === node.operand ? condition : comparison(node.attribute, node.operator, operand);
    }
  }
}

function operandWithout(operand: Operand, id: NamedId): Operand {
  if (operand === id) return deletedId;
  if (typeof operand !== 'object' || isReference(operand) || !operand.includes(id)) return operand;
  return operand.map((each) => (each === id ? deletedId : each));
}
