import { comparison, isReference, nodeOf, type Condition, type Operand } from './condition.ts';
import { deletedCategory } from './condition-operators.ts';
import type { CategoryId } from './ids.ts';

/**
 * Returns the condition that remains when a category is deleted: comparisons with the category become unknown. Returns the
 * same object if the condition does not name the category.
 */
export function withoutCategory(condition: Condition, id: CategoryId): Condition {
  const node = nodeOf(condition);
  switch (node.kind) {
    case 'all':
    case 'any': {
      const parts = node.parts.map((part) => withoutCategory(part, id));
      if (parts.every((part, index) => part === node.parts[index])) return condition;
      return node.kind === 'all' ? { all: parts } : { any: parts };
    }
    case 'not': {
      const part = withoutCategory(node.part, id);
      return part === node.part ? condition : { not: part };
    }
    case 'comparison': {
      const operand = operandWithout(node.operand, id);
      return operand === node.operand ? condition : comparison(node.attribute, node.operator, operand);
    }
  }
}

function operandWithout(operand: Operand, id: CategoryId): Operand {
  if (operand === id) return deletedCategory;
  if (typeof operand !== 'object' || isReference(operand) || !operand.includes(id)) return operand;
  return operand.map((each) => (each === id ? deletedCategory : each));
}
