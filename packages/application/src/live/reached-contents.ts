import type { Reach } from '@portcullis/domain/internal/access';
import type { AttributeValues } from '@portcullis/domain/internal/evaluate-condition';
import { isId } from '@portcullis/domain/internal/ids';
import { contentAttributes } from '../contents/content-reach.ts';
import type { CategoryViews } from '../ports/categories.ts';
import type { ContentViews } from '../ports/contents.ts';
import { isReached, pathsAmong } from '../reach.ts';
import type { PlacedNotice } from './recent-notices.ts';

/** The views with which conditions on contents are decided. */
export interface ContentReach {
  readonly contents: Pick<ContentViews, 'factsOf'>;
  readonly categories: Pick<CategoryViews, 'all'>;
}

/** Whether a reach includes the content of a notice. */
export type IsContentReached = (notice: PlacedNotice['notice'], reach: Reach) => boolean;

/**
 * Reads the present attributes of the contents of these notices. A content that was deleted has the attributes that its
 * event has recorded, so that a recipient who could read it learns that it is gone.
 */
export async function readContentReach(
  { contents, categories }: ContentReach,
  notices: readonly PlacedNotice[],
): Promise<IsContentReached> {
  const ids = notices.flatMap(({ notice }) =>
    notice.kind === 'content' && isId<'Content'>(notice.id) ? [notice.id] : [],
  );
  const [facts, all] = await Promise.all([contents.factsOf([...new Set(ids)]), categories.all()]);
  const attributes = new Map<string, AttributeValues>(facts.map((content) => [content.id, contentAttributes(content)]));
  const pathOf = pathsAmong(all);
  return (notice, reach) => {
    if (notice.kind !== 'content') return false;
    const resource = notice.removed ?? attributes.get(notice.id);
    return resource !== undefined && isReached(reach, resource, pathOf);
  };
}
