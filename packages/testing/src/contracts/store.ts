import { BusinessError } from '@portcullis/domain';
import type { AccessViews, CallerViews } from '@portcullis/application/internal/ports/access';
import type { AccessControlViews } from '@portcullis/application/internal/ports/access-control';
import type { FactorViews } from '@portcullis/application/internal/ports/factors';
import type { CompletedRequestViews } from '@portcullis/application/internal/ports/idempotency';
import type { IdentityViews } from '@portcullis/application/internal/ports/identities';
import type { ImportViews } from '@portcullis/application/internal/ports/imports';
import type { LiveSessionViews } from '@portcullis/application/internal/ports/live-updates';
import type { PreviewLinkViews } from '@portcullis/application/internal/ports/preview-links';
import type { RemovedContentViews } from '@portcullis/application/internal/ports/removed-contents';
import type { RevisionViews } from '@portcullis/application/internal/ports/revisions';
import type { SecretsKeyViews } from '@portcullis/application/internal/ports/system';
import type { StoreTransaction, UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import type { WorkingCopyViews } from '@portcullis/application/internal/ports/working-copies';
import { anId } from '../builders.ts';

/** The ports that a store implements. The store must contain the built-in data. */
export interface Store extends CallerViews {
  readonly work: UnitOfWork;
  readonly completedRequests: CompletedRequestViews;
  readonly removedContents: RemovedContentViews;
  readonly revisions: RevisionViews;
  readonly workingCopies: WorkingCopyViews;
  readonly previewLinks: PreviewLinkViews;
  readonly factors: FactorViews;
  readonly identities: IdentityViews;
  readonly imports: ImportViews;
  readonly secretsKeys: SecretsKeyViews;
  readonly liveSessions: LiveSessionViews;
  readonly access: AccessViews;
  readonly accessControl: AccessControlViews;
}

/** Returns the store for a test. Tests may share a store, because each test checks only entities that it created. */
export type OpenStore = () => Store;

type Work = (tx: StoreTransaction) => Promise<unknown>;

const [first, second] = ['first', 'second'];

/** The result of `completionOrder` if the second transaction waits until the first one has ended. */
export const oneAfterTheOther = [first, second];

/**
 * Number of unrelated reads of the first transaction in `completionOrder`. If the second transaction does not have to
 * wait, it ends before these reads are done, even if it must open a new connection.
 */
const extraReads = 150;

/**
 * Returns the order in which two transactions end. The second transaction starts when the work of the first one is
 * done, while the first transaction is still open and executes unrelated reads.
 */
export async function completionOrder(work: UnitOfWork, one: Work, other: Work): Promise<readonly string[]> {
  const ends: string[] = [];
  let secondRun: Promise<unknown> | undefined;
  await work.run(async (tx) => {
    await one(tx);
    secondRun = work.run(other).finally(() => ends.push(second));
    secondRun.catch(() => undefined);
    for (let read = 0; read < extraReads; read += 1) await tx.menus.hasChildren(anId());
    ends.push(first);
  });
  await secondRun;
  return ends;
}

/**
 * Returns the number of attempts that succeeded, and the errors of the attempts that failed. A `BusinessError` is
 * returned as its `refusal`.
 */
export async function outcomes(
  attempts: readonly Promise<unknown>[],
): Promise<{ readonly won: number; readonly refused: readonly unknown[] }> {
  const settled = await Promise.allSettled(attempts);
  const lost = settled.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
  const refused = lost.map((reason) => (reason instanceof BusinessError ? reason.refusal : reason));
  return { won: settled.length - lost.length, refused };
}
