import { reachOf } from '@portcullis/domain/internal/access/reach';
import type { AttributeTypes } from '@portcullis/domain/internal/conditions/condition-attributes';
import type { AttributeValues } from '@portcullis/domain/internal/conditions/evaluate-condition';
import { isId } from '@portcullis/domain/internal/shared/ids';
import type { Notice, StreamRecipient } from '@portcullis/domain/internal/events/live-updates';
import { contentAttributes } from '../contents/content-reach.ts';
import type { CategoryViews } from '../ports/categories.ts';
import type { ContentViews } from '../ports/contents.ts';
import type { ConditionedReads } from '../ports/live-updates.ts';
import { isReached, pathsAmong } from '../reach.ts';
import type { PlacedNotice } from './recent-notices.ts';

/** The views with which conditions on resources are decided. */
export interface ResourceReach {
  readonly contents: Pick<ContentViews, 'factsOf'>;
  readonly categories: Pick<CategoryViews, 'all'>;
  /** The resources of other packages. */
  readonly conditionedReads: readonly ConditionedReads[];
}

/** Whether the conditions of a recipient include the resource of a notice. */
export type IsNoticeReached = (notice: Notice, recipient: StreamRecipient) => boolean;

/**
 * Reads the present attributes of the resources of these notices. A resource that was deleted has the attributes that its
 * event has recorded, so that a recipient who could read it learns that it is gone.
 */
export async function readReach(use: ResourceReach, placed: readonly PlacedNotice[]): Promise<IsNoticeReached> {
  const notices = placed.map(({ notice }) => notice);
  const [isContentReached, isOwnReached] = await Promise.all([
    readContentReach(use, notices),
    readOwnReach(use, notices),
  ]);
  return (notice, recipient) => isContentReached(notice, recipient) || isOwnReached(notice, recipient);
}

async function readContentReach(
  { contents, categories }: ResourceReach,
  notices: readonly Notice[],
): Promise<IsNoticeReached> {
  const ids = notices.flatMap((notice) => (notice.kind === 'content' && isId<'Content'>(notice.id) ? notice.id : []));
  if (ids.length === 0) return () => false;
  const [facts, all] = await Promise.all([contents.factsOf([...new Set(ids)]), categories.all()]);
  const attributes = new Map<string, AttributeValues>(facts.map((content) => [content.id, contentAttributes(content)]));
  const pathOf = pathsAmong(all);
  return (notice, { drafts }) => {
    if (notice.kind !== 'content') return false;
    const resource = notice.removed ?? attributes.get(notice.id);
    return resource !== undefined && isReached(drafts, resource, pathOf);
  };
}

async function readOwnReach(
  { conditionedReads, categories }: ResourceReach,
  notices: readonly Notice[],
): Promise<IsNoticeReached> {
  const found = await Promise.all(
    conditionedReads.map(async ({ permission, attributes, isForEverybody = false, findAll }) => {
      const ids = notices.flatMap((notice) =>
        notice.kind === 'own' && notice.permission === permission ? notice.id : [],
      );
      const entities = ids.length === 0 ? [] : await findAll([...new Set(ids)]);
      return [
        permission,
        { attributes, isForEverybody, byId: new Map(entities.map((entity) => [entity.id, entity])) },
      ] as const;
    }),
  );
  const byPermission = new Map(found);
  const hasCategories =
    notices.some(({ kind }) => kind === 'own') &&
    conditionedReads.some(({ attributes }) => Object.values(attributes).some(({ kind }) => kind === 'category'));
  const pathOf = pathsAmong(hasCategories ? await categories.all() : []);
  return (notice, { userId, conditionalReads }) => {
    if (notice.kind !== 'own') return false;
    const { permission, id, removed } = notice;
    const resources = byPermission.get(permission);
    if (resources === undefined) return false;
    if (resources.isForEverybody) return true;
    const resource = removed === undefined ? resources.byId.get(id) : comparableOf(resources.attributes, removed);
    if (resource === undefined) return false;
    const grants = { roles: [], permissions: [], conditional: conditionalReads };
    const reach = reachOf({ roles: [], permissions: [permission] }, grants, userId, resources.attributes);
    return isReached(reach, resource, pathOf);
  };
}

/** Returns recorded values as conditions compare them: events record decimals as texts. */
const comparableOf = (attributes: AttributeTypes, recorded: AttributeValues): AttributeValues =>
  Object.fromEntries(
    Object.entries(recorded).map(([name, value]) => [
      name,
      attributes[name]?.kind === 'number' && typeof value === 'string' ? Number(value) : value,
    ]),
  );
