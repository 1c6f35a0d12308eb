import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { resourceAttributes } from '@portcullis/domain/internal/conditions/condition-attributes';
import { compileCondition, type CompiledCondition, type ConditionColumn } from '../conditions/compile-condition.ts';
import { currentFields, publicCondition } from '../sql/schedule.ts';

/** Where the content `t` has the attributes that conditions compare. A due transition counts even if it is not stored. */
const columns: Readonly<Record<keyof (typeof resourceAttributes)['content'], ConditionColumn>> = {
  authorId: { kind: 'id', sql: 't.author_id' },
  status: { kind: 'string', sql: `(${currentFields.status})` },
  categoryId: { kind: 'category', sql: 't.category_id' },
  tagIds: {
    kind: 'id[]',
    sql: 'true',
    contains: (id) => `EXISTS (SELECT FROM content_tags ct WHERE ct.content_id = t.id AND ct.tag_id = ${id})`,
  },
  createdAt: { kind: 'time', sql: 't.created_at' },
  publishedAt: { kind: 'time', sql: `(${currentFields.publishedAt})` },
};

/** Compiles a condition on the content `t`. */
export const contentCondition = (condition: Condition, parameter: string): CompiledCondition =>
  compileCondition(condition, columns, parameter);

/**
 * Compiles the condition that the content `t` is public or reached, as two mutually exclusive conditions that can use
 * separate indexes.
 */
export function publicOrReached(
  condition: Condition,
  parameter: string,
): { readonly condition: readonly [string, string]; readonly value: string } {
  const { text, value } = contentCondition(condition, parameter);
  return {
    condition: [
      `${publicCondition} AND ${parameter}::json IS NOT NULL`,
      `${text} AND (${publicCondition}) IS NOT TRUE`,
    ],
    value,
  };
}
