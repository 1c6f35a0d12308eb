import { BusinessError } from '@portcullis/domain';
import type { AccessViews } from '../../ports/access.ts';
import type { AccessControlViews } from '../../ports/access-control.ts';
import type { AuditViews } from '../../ports/audit.ts';
import type { CategoryViews } from '../../ports/categories.ts';
import type { ContentViews } from '../../ports/contents.ts';
import type { MenuViews } from '../../ports/menus.ts';
import type { OverviewViews } from '../../ports/overview.ts';
import type { PermissionViews } from '../../ports/permissions.ts';
import type { RoleViews } from '../../ports/roles.ts';
import type { SessionViews } from '../../ports/sessions.ts';
import type { TagViews } from '../../ports/tags.ts';
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts';
import type { UserViews } from '../../ports/users.ts';
import { anId } from '../builders.ts';

/** What a store adapter offers the application: one way to write, and the views. It holds the built-in data. */
export interface Store {
  readonly work: UnitOfWork;
  readonly users: UserViews;
  readonly roles: RoleViews;
  readonly permissions: PermissionViews;
  readonly menus: MenuViews;
  readonly contents: ContentViews;
  readonly categories: CategoryViews;
  readonly tags: TagViews;
  readonly audit: AuditViews;
  readonly sessions: SessionViews;
  readonly access: AccessViews;
  readonly accessControl: AccessControlViews;
  readonly overview: OverviewViews;
}

/** Gives the store when a test runs; it may be shared, so each test makes its own things and looks only at those. */
export type OpenStore = () => Store;

type Work = (tx: Transaction) => Promise<unknown>;

const [first, second] = ['first', 'second'];

/** What `orderOfEnds` answers where the second waits. */
export const inTurn = [first, second];

/** Reads during which a transaction that need not wait has long ended, on a new connection too. */
const lingeringReads = 150;

/** The order in which two transactions end, where the second begins when the first has done its work and only lingers. */
export async function orderOfEnds(work: UnitOfWork, one: Work, other: Work): Promise<readonly string[]> {
  const ends: string[] = [];
  let overtaking: Promise<unknown> | undefined;
  await work.run(async (tx) => {
    await one(tx);
    overtaking = work.run(other).finally(() => ends.push(second));
    overtaking.catch(() => undefined);
    for (let read = 0; read < lingeringReads; read += 1) await tx.menus.hasChildren(anId());
    ends.push(first);
  });
  await overtaking;
  return ends;
}

/** How many of `attempts` succeeded, and why the others were refused. */
export async function outcomes(
  attempts: readonly Promise<unknown>[],
): Promise<{ readonly won: number; readonly refused: readonly unknown[] }> {
  const settled = await Promise.allSettled(attempts);
  const lost = settled.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
  const refused = lost.map((reason) => (reason instanceof BusinessError ? reason.refusal : reason));
  return { won: settled.length - lost.length, refused };
}
