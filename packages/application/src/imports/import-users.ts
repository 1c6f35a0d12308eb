import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { rolesSetRecord } from '@portcullis/domain/internal/events/audit-record';
import type { MailLanguage } from '@portcullis/domain/internal/accounts/mail-link';
import { recordedGrants } from '@portcullis/domain/internal/roles/role-grant';
import { newUser, userEvents } from '@portcullis/domain/internal/accounts/user';
import { changeEntities, recordEvents } from '../changes.ts';
import type { CreateDependencies } from '../dependencies.ts';
import { sendMailLink, type MailLinkDependencies } from '../mail-links/send-mail-link.ts';
import type { DeliveryWakeUp } from '../ports/delivery-senders.ts';
import type { MailService } from '../ports/mail.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { AddedAccount } from '../ports/users.ts';
import { batchesOf, mapInSlices } from './batches.ts';
import {
  checkUserRows,
  lookUpRows,
  seenUsers,
  type CheckDependencies,
  type ImportedUser,
  type PlannedUser,
} from './check-user-rows.ts';
import {
  emptySummary,
  withoutAdded,
  withReports,
  type ImportedRow,
  type ImportSummary,
  type RowReport,
} from './report.ts';

/** What `importUsers` needs. */
export interface ImportUsersInput {
  readonly actor: Actor;
  readonly rows: AsyncIterable<ImportedRow<ImportedUser>>;
  /** The language of the invitations to users without a password hash; undefined if none are sent. */
  readonly invite: MailLanguage | undefined;
  /** Whether to check the rows without writing anything. */
  readonly isDryRun: boolean;
  /** Whether the other rows of a transaction are imported if one is refused. Default: false. */
  readonly skipsRefused?: boolean;
  /** Number of rows in a transaction. Default: 1,000. */
  readonly batchSize?: number | undefined;
  /** Called with the outcome of each row after its transaction has ended, in the order of the rows. */
  readonly report: (rows: readonly RowReport[]) => Promise<void> | void;
}

type Tx = Uses<'users' | 'userAttributes' | 'imports' | 'roles' | 'mailLinks' | 'deliveries' | 'audit' | 'events'>;

interface Dependencies extends CreateDependencies<keyof Tx>, MailLinkDependencies, CheckDependencies {
  readonly mails: Pick<MailService, 'requireAvailable'>;
  readonly deliveryWakeUp: DeliveryWakeUp;
}

/**
 * Imports users with their password hashes, roles and attributes. Each 1,000 rows are one transaction, in which nothing
 * is written if a row is refused. Rows whose `sourceId` was imported before are left out, so an interrupted import can be
 * repeated. A user without a password hash has an invitation that has expired, unless invitations are sent.
 * @throws the errors of `MailService.requireAvailable`, if invitations are sent
 */
export const importUsers =
  (deps: Dependencies) =>
  async ({ rows, report, batchSize, ...input }: ImportUsersInput): Promise<ImportSummary> => {
    if (input.invite !== undefined) deps.mails.requireAvailable();
    const seen = seenUsers();
    let summary = emptySummary;
    for await (const batch of batchesOf(rows, batchSize)) {
      const found = await lookUpRows(deps, batch);
      const reports = await deps.work.run(
        async (tx) => {
          const plan = await checkUserRows(tx, { rows: batch, seen, found });
          const isRefused = input.skipsRefused !== true && plan.reports.some(({ outcome }) => outcome === 'refused');
          if (!isRefused && !input.isDryRun) await addUsers(tx, deps, input, plan.planned);
          return isRefused ? withoutAdded(plan.reports) : plan.reports;
        },
        { bytes: batch.length * 1000 },
      );
      if (input.invite !== undefined) deps.deliveryWakeUp.wake();
      await report(reports);
      summary = withReports(summary, reports);
    }
    return summary;
  };

/** Stores the users with their roles, audit records, events and invitations. */
async function addUsers(
  tx: Tx,
  deps: Dependencies,
  { actor, invite }: Pick<ImportUsersInput, 'actor' | 'invite'>,
  planned: readonly PlannedUser[],
): Promise<void> {
  if (planned.length === 0) return;
  const at = deps.clock.now();
  const accounts = await mapInSlices(
    planned,
    1,
    async ({ sourceId, user: { createdAt, passwordHash, ...fields }, grants }) => {
      const isInvited = passwordHash === null && invite !== undefined;
      const id = deps.ids.next<'User'>();
      const { email, username } = fields;
      const created = isInvited
        ? await sendMailLink(tx, deps, { purpose: 'invitation', user: { id, username }, email, language: invite })
        : undefined;
      // Without a mail, the invitation has expired, so that an administrator can send another one.
      const invitedUntil = passwordHash === null ? (created?.link.expiresAt ?? at) : null;
      const user = { ...newUser({ ...fields, id, invitedUntil, at }), emailVerified: fields.emailVerified };
      const sorted = grants.toSorted((a, b) => (a.roleId < b.roleId ? -1 : 1));
      return { sourceId, user: { ...user, createdAt: createdAt ?? at }, passwordHash, grants: sorted };
    },
  );
  await changeEntities(tx, deps, [], async (allow) => {
    await tx.users.addAll(allow(accounts));
    await tx.imports.addUsers(accounts.map(({ sourceId, user: { id } }) => ({ sourceId, id })));
    return { events: accounts.map(({ user }) => ({ event: userEvents.created, actor, subject: user, after: user })) };
  });
  await recordRoles(tx, deps, actor, accounts);
}

/** Records the roles of new users, as if they were set one by one. */
async function recordRoles(tx: Tx, deps: Dependencies, actor: Actor, accounts: readonly AddedAccount[]): Promise<void> {
  const withRoles = accounts
    .filter(({ grants }) => grants.length > 0)
    .map(({ user, grants }) => ({ user, roleIds: grants.map(({ roleId }) => roleId), grants }));
  const at = deps.clock.now();
  const records = withRoles.map(({ user, roleIds: after }) =>
    rolesSetRecord({ id: deps.ids.next(), actor, userId: user.id, change: { before: [], after }, at }),
  );
  await Promise.all(records.map((record) => tx.audit.add(record)));
  const event = userEvents.rolesChanged;
  await recordEvents(
    tx,
    deps,
    withRoles.map(({ user: subject, roleIds, grants }) => ({
      event,
      actor,
      subject,
      before: { roleIds: [], roleGrants: [] },
      after: { roleIds, roleGrants: recordedGrants(grants) },
    })),
  );
}
