import { BusinessError, type Actor, type ContentId, type ContentStatusAction } from '@portcullis/domain';
import type { Transaction } from '../ports/unit-of-work.ts';
import { prepareMissingBody, type PreparedMissingBody, type PublishDependencies } from './missing-body.ts';
import { changeContentStatusWithin } from './change-content-status.ts';
import { publishContentWithin } from './publish-content.ts';
import { removeContentWithin } from './store-content.ts';

export const batchActions = ['publish', 'unpublish', 'archive', 'delete'] as const satisfies readonly (
  | ContentStatusAction
  | 'delete'
)[];
export type BatchAction = (typeof batchActions)[number];

/** The versions of contents that the caller has seen, by content id. */
export type SeenVersions = Readonly<Partial<Record<ContentId, number>>>;

export interface ChangeContentsInput {
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

/**
 * Changes the status of several contents, or removes them.
 * @returns a result for each content, in the order of the ids
 * @throws {BusinessError} batch-versions-changed or batch-refused, if the batch is atomic and a content cannot be
 * changed. The error is batch-versions-changed if outdated versions are the only reason.
 */
export const changeContents =
  (deps: PublishDependencies) =>
  async (input: ChangeContentsInput): Promise<readonly BatchResult[]> => {
    const { work } = deps;
    const ids = [...new Set(input.ids)];
    if (!input.isAtomic) {
      const results: BatchResult[] = [];
      for (const id of ids) {
        results.push(
          await resultOf(id, async () => {
            const change = await prepare(deps, input, id);
            await work.run(change);
          }),
        );
      }
      return results;
    }
    const changes = new Map<ContentId, Change>();
    for (const id of ids) changes.set(id, await prepare(deps, input, id).catch(failed));
    return work.run(async (tx) => {
      // The contents are locked in the order of their ids, so that two batches with the same contents cannot deadlock.
      const byId = new Map<ContentId, BatchResult>();
      for (const [id, change] of [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        byId.set(id, await resultOf(id, () => change(tx)));
      }
      const results = ids.flatMap((id) => byId.get(id) ?? []);
      refuseFailed(results);
      return results;
    });
  };

export type ChangeContents = ReturnType<typeof changeContents>;

type Change = (tx: Transaction) => Promise<unknown>;

/**
 * Returns a function that changes one content in a transaction. If the content is to be published and has Markdown but
 * no HTML, the Markdown is converted before the transaction, because the conversion may take long.
 */
async function prepare(
  deps: PublishDependencies,
  { actor, action, versions }: ChangeContentsInput,
  id: ContentId,
): Promise<Change> {
  const version = versions?.[id];
  const ifMatch = version === undefined ? undefined : [version];
  const write = { actor, id, ifMatch, at: deps.clock.now() };
  if (action === 'delete') return (tx) => removeContentWithin(tx, deps, write);
  if (action !== 'publish') return (tx) => changeContentStatusWithin(tx, deps, { ...write, move: action });
  const prepared: PreparedMissingBody = await prepareMissingBody(deps, id);
  return (tx) => publishContentWithin(tx, deps, { ...write, prepared });
}

/**
 * Returns a change that only throws the error of `prepare`, so that an atomic batch reports the errors of all contents.
 */
const failed =
  (error: unknown): Change =>
  async () => {
    throw error;
  };

async function resultOf(id: ContentId, change: () => Promise<unknown>): Promise<BatchResult> {
  try {
    await change();
    return { id, refusal: undefined };
  } catch (error) {
    if (error instanceof BusinessError) return { id, refusal: error };
    throw error;
  }
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
