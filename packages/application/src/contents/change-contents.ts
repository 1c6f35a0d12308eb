import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { afterStatusAction, type ContentStatusAction } from '@portcullis/domain/internal/contents/content';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { ContentSize } from '../ports/contents.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { bodyCopies } from './content-body.ts';
import { requireStoredReach } from './content-reach.ts';
import { revisionKindOf } from './content-status.ts';
import { refusalOrThrow } from './lock-content.ts';
import { changeStatuses, type ContentRemovalDependencies, removeContents } from './store-contents.ts';
import type { ReachInput } from '../reach.ts';
import {
  prepareMissingBody,
  withMissingBody,
  type PreparedMissingBody,
  type PublishDependencies,
} from './missing-body.ts';

/** What a batch can do to contents. */
export const batchActions = ['publish', 'unpublish', 'archive', 'delete'] as const satisfies readonly (
  | ContentStatusAction
  | 'delete'
)[];
/** What a batch does to contents. */
export type BatchAction = (typeof batchActions)[number];

/** The versions of contents that the caller has seen, by content id. */
export type SeenVersions = Readonly<Partial<Record<ContentId, number>>>;

/** What `changeContents` needs. */
export interface ChangeContentsInput extends ReachInput {
  readonly actor: Actor;
  /** A repeated id counts once. */
  readonly ids: readonly ContentId[];
  readonly action: BatchAction;
  /** Contents whose id is missing here are changed without a version check. */
  readonly versions?: SeenVersions | undefined;
  /** If true, all contents are changed or none. If false, the contents are changed independently of each other. */
  readonly isAtomic: boolean;
}

/** The result for one content. */
export interface BatchResult {
  readonly id: ContentId;
  /** Why the content was not changed; undefined if it was changed. */
  readonly refusal: BusinessError | undefined;
}

interface ChangeDependencies extends PublishDependencies, ContentRemovalDependencies {}

/**
 * Changes the status of several contents, or removes them. The number of statements does not depend on the number of
 * contents, unless their bodies are large or must be converted first.
 * @returns a result for each content, in the order of the ids
 * @throws {BusinessError} batch-versions-changed or batch-refused, if the batch is atomic and a content cannot be
 * changed. The error is batch-versions-changed if outdated versions are the only reason.
 */
export const changeContents =
  (deps: ChangeDependencies) =>
  async (input: ChangeContentsInput): Promise<readonly BatchResult[]> => {
    const ids = [...new Set(input.ids)];
    const sizes = await deps.contents.sizesOf(ids);
    const groups = groupsOf(ids, sizes);
    const prepared = await prepareBodies(deps, input, groups.flat());
    // All groups share a transaction even if the batch is not atomic. If the store fails, nothing was changed.
    const change = async (
      tx: Uses<'contents' | 'removedContents' | 'revisions' | 'categories' | 'events' | 'now'>,
    ): Promise<readonly BatchResult[]> => {
      const refused: (readonly [ContentId, BusinessError])[] = [];
      for (const group of groups) refused.push(...(await changeGroup(tx, deps, input, { group, prepared })));
      const results = resultsOf(ids, new Map(refused));
      if (input.isAtomic) refuseFailed(results);
      return results;
    };
    const largest = Math.max(0, ...sizes.map(({ bytes }) => bytes));
    return deps.work.run(change, { bytes: bodyCopies * largest, keyed: input.actor.keyed });
  };

const resultsOf = (
  ids: readonly ContentId[],
  refusals: ReadonlyMap<ContentId, BusinessError>,
): readonly BatchResult[] => ids.map((id) => ({ id, refusal: refusals.get(id) }));

/** Maximum total size, in bytes, of the bodies that a batch has in memory at once, unless a single content has more. */
const groupBytes = 4 * 1024 * 1024;

/** What is known of a content before it is locked. An id without a content counts as empty. */
type Unlocked = Pick<ContentSize, 'id' | 'isUnconverted'>;

/**
 * Sorts contents by id and divides them into groups of at most `groupBytes`. The contents of one group after another
 * are locked, so all contents are locked in the order of their ids, and two batches with the same contents cannot
 * deadlock.
 */
function groupsOf(ids: readonly ContentId[], found: readonly ContentSize[]): readonly (readonly Unlocked[])[] {
  const sizes = new Map(found.map((size) => [size.id, size]));
  const groups: Unlocked[][] = [];
  let groupSize = Infinity;
  for (const id of ids.toSorted()) {
    const { bytes = 0, isUnconverted = false } = sizes.get(id) ?? {};
    if (groupSize + bytes > groupBytes) {
      groups.push([]);
      groupSize = 0;
    }
    groups.at(-1)?.push({ id, isUnconverted });
    groupSize += bytes;
  }
  return groups;
}

type PreparedBodies = ReadonlyMap<ContentId, PreparedMissingBody>;

/**
 * Converts the contents that are to be published and have Markdown but no HTML. This happens before the transaction,
 * because a conversion may take long. A content that was removed in the meantime, or that the caller does not reach, is
 * left out.
 */
async function prepareBodies(
  deps: PublishDependencies,
  { action, reach }: ChangeContentsInput,
  contents: readonly Unlocked[],
): Promise<PreparedBodies> {
  const prepared = new Map<ContentId, PreparedMissingBody>();
  if (action !== 'publish') return prepared;
  for (const { id } of contents.filter(({ isUnconverted }) => isUnconverted)) {
    const body = await requireStoredReach(deps.contents, reach, id)
      .then(() => prepareMissingBody(deps, id))
      .catch(refusalOrThrow);
    if (!(body instanceof BusinessError)) prepared.set(id, body);
  }
  return prepared;
}

/** Changes or removes the contents of a group. Returns the errors of the contents that cannot be changed. */
async function changeGroup(
  tx: Uses<'contents' | 'removedContents' | 'revisions' | 'categories' | 'events' | 'now'>,
  deps: ChangeDependencies,
  { actor, action, versions, reach }: ChangeContentsInput,
  { group, prepared }: { readonly group: readonly Unlocked[]; readonly prepared: PreparedBodies },
): Promise<Iterable<readonly [ContentId, BusinessError]>> {
  const locks = group.map(({ id }) => {
    const version = versions?.[id];
    return { id, ifMatch: version === undefined ? undefined : [version], reach };
  });
  if (action === 'delete') return removeContents(tx, deps, actor, locks);
  const at = deps.clock.now();
  return changeStatuses(tx, deps, { actor, at, locks, kind: revisionKindOf[action] }, (stored) => {
    const body = prepared.get(stored.id);
    return afterStatusAction(body === undefined ? stored : withMissingBody(stored, body), action, at);
  });
}

function refuseFailed(results: readonly BatchResult[]): void {
  const errors = results.flatMap(({ id, refusal }) =>
    refusal === undefined ? [] : [{ field: 'ids', message: `${id}: ${refusal.message}` }],
  );
  if (errors.length === 0) return;
  const isOutdated = results.every(({ refusal }) => refusal === undefined || refusal.refusal === 'version-changed');
  if (isOutdated) throw new BusinessError('batch-versions-changed', 'Some of the contents have been changed.', errors);
  throw new BusinessError('batch-refused', 'Some of the contents cannot be changed.', errors);
}
