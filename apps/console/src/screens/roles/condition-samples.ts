import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import { resourceAttributes } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { CategoryPath } from '@portcullis/domain/internal/conditions/condition-operators';
import { conditionSubject } from '@portcullis/domain/internal/conditions/condition-subjects';
import {
  failedParts,
  permits,
  type AttributeValues,
  type FailedPart,
} from '@portcullis/domain/internal/conditions/evaluate-condition';
import { isId } from '@portcullis/domain/internal/shared/ids';
import type { Schemas } from '@portcullis/client';
import type { ShownUser } from '../../resources/references.ts';
import { api, can } from '../../session/session.ts';
import type { ConditionScope } from './condition-draft.ts';
import type { Vocabulary } from './condition-vocabulary.ts';

/** A resource with which a condition is tried. */
export interface Sample {
  readonly id: string;
  readonly name: string;
  readonly attributes: AttributeValues;
}

export type SampleType = keyof typeof resourceAttributes;

const sampleTypes = ['content', 'category', 'tag', 'media'] as const satisfies readonly SampleType[];

/** The type of the resources that a condition compares; undefined if another service stores them. */
export const sampleTypeOf = ({ target }: ConditionScope): SampleType | undefined =>
  sampleTypes.find((type) => target === resourceAttributes[type]);

const timeOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

const sampleOf = ({
  id,
  title,
  authorId,
  status,
  categoryId,
  tagIds,
  createdAt,
  publishedAt,
}: Schemas['ContentListItem']) => ({
  id,
  name: title,
  attributes: { authorId, status, categoryId, tagIds, createdAt: timeOf(createdAt), publishedAt: timeOf(publishedAt) },
});

/** Maximum number of contents or files that are compared. */
const mostSamples = 100;

/**
 * Reads resources of a type: the newest contents, or those that contain a text, the newest files that the caller may read,
 * or all categories or tags.
 */
export async function loadSamples(
  type: SampleType,
  { ofIds, references }: Vocabulary,
  { search = '', signal }: { readonly search?: string; readonly signal: AbortSignal },
): Promise<readonly Sample[]> {
  if (type === 'content') {
    const order = { pageSize: mostSamples, sortBy: 'createdAt', sortOrder: 'desc' } as const;
    const query = search === '' ? order : { ...order, search };
    const { items } = await api.get('/api/contents', { params: { query }, signal });
    return items.map(sampleOf);
  }
  if (type === 'media') {
    if (!can('listMedia')) return [];
    const query = { pageSize: mostSamples };
    const { items } = await api.get('/api/media', { params: { query }, signal });
    return items.map(({ id, name, uploaderId, folder, type: kind }) => ({
      id,
      name,
      attributes: { uploaderId, folder, type: kind },
    }));
  }
  return [...ofIds].flatMap(([id, name]) =>
    references.tags.has(id) === (type === 'tag') ? [{ id, name, attributes: { id } }] : [],
  );
}

/** Returns the path of a category to the root of the tree. */
export function categoryPaths({ references }: Vocabulary): CategoryPath {
  const paths = new Map<string, readonly string[]>();
  const add = (nodes: typeof references.categories, above: readonly string[]): void => {
    for (const { id, children } of nodes) {
      const path = [id, ...above];
      paths.set(id, path);
      add(children, path);
    }
  };
  add(references.categories, []);
  return (id) => paths.get(id) ?? [id];
}

/** The values of a user to which conditions refer. */
export const subjectOf = ({ id, attributes }: Pick<ShownUser, 'id' | 'attributes'>): AttributeValues =>
  isId<'User'>(id) ? conditionSubject({ id, attributes }) : {};

/** The number of samples for which the condition is true. */
export const countMatches = (
  condition: Condition,
  samples: readonly Sample[],
  subject: AttributeValues,
  pathOf: CategoryPath,
): number => samples.filter(({ attributes }) => permits(condition, { resource: attributes, subject, pathOf })).length;

/** The parts because of which a condition is not true for a sample; empty if it is true. */
export const failuresFor = (
  condition: Condition,
  { attributes }: Sample,
  subject: AttributeValues,
  pathOf: CategoryPath,
): readonly FailedPart[] => failedParts(condition, { resource: attributes, subject, pathOf });
