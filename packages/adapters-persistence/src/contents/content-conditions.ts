import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { ListAttribute } from '@portcullis/domain/internal/conditions/list-attributes';
import { compileCondition, type CompiledCondition, type ConditionColumn } from '../conditions/compile-condition.ts';
import { currentFields, publicCondition } from '../sql/schedule.ts';

/** Where the content `t` has the attributes that conditions compare. A due transition counts even if it is not stored. */
export const contentColumns: Readonly<Record<ListAttribute<'content'>, ConditionColumn>> = {
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
  publishAt: { kind: 'time', sql: `(${currentFields.publishAt})` },
  unpublishAt: { kind: 'time', sql: `(${currentFields.unpublishAt})` },
  updatedAt: { kind: 'time', sql: 't.updated_at' },
  id: { kind: 'id', sql: 't.id' },
  title: { kind: 'string', sql: 't.title' },
  slug: { kind: 'string', sql: 't.slug' },
  summary: { kind: 'string', sql: 't.summary' },
  editorType: { kind: 'string', sql: 't.editor_type' },
  coverId: { kind: 'id', sql: 't.cover_id' },
};

/** Compiles a condition on the content `t`. */
export const contentCondition = (condition: Condition, parameter: string): CompiledCondition =>
  compileCondition(condition, contentColumns, parameter);

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
