import { Initial1763683200000 } from './1763683200000-initial.ts';
import { PublishedLinks1795262400000 } from './1795262400000-published-links.ts';
import { Totals1795262460000 } from './1795262460000-totals.ts';
import { ListIndexes1795262520000 } from './1795262520000-list-indexes.ts';
import { MenuVersion1795262580000 } from './1795262580000-menu-version.ts';
import { AuditMonths1795266000000 } from './1795266000000-audit-months.ts';
import { LoginAddresses1795270000000 } from './1795270000000-login-addresses.ts';
import { UsernameKeys1795271000000 } from './1795271000000-username-keys.ts';
import { SetupLinks1795290000000 } from './1795290000000-setup-links.ts';
import { Versions1795300000000 } from './1795300000000-versions.ts';
import { ContentRevisions1795301000000 } from './1795301000000-content-revisions.ts';
import { WorkingCopies1795302000000 } from './1795302000000-working-copies.ts';
import { Schedule1795303000000 } from './1795303000000-schedule.ts';
import { ContentSearch1795304000000 } from './1795304000000-content-search.ts';
import { Events1795305000000 } from './1795305000000-events.ts';
import { Deliveries1795306000000 } from './1795306000000-deliveries.ts';
import { Webhooks1795306500000 } from './1795306500000-webhooks.ts';
import { StreamTickets1795307000000 } from './1795307000000-stream-tickets.ts';
import { EventVersions1795307500000 } from './1795307500000-event-versions.ts';
import { MailLinks1795308000000 } from './1795308000000-mail-links.ts';
import { Factors1795309000000 } from './1795309000000-factors.ts';
import { Identities1795310000000 } from './1795310000000-identities.ts';
import { VerifiedAddresses1795310100000 } from './1795310100000-verified-addresses.ts';
import { RequiredFactors1795320000000 } from './1795320000000-required-factors.ts';
import { AuthenticationTimes1795320100000 } from './1795320100000-authentication-times.ts';
import { Invitations1795321000000 } from './1795321000000-invitations.ts';
import { Passkeys1795322000000 } from './1795322000000-passkeys.ts';
import { SecretsKeys1795331000000 } from './1795331000000-secrets-keys.ts';
import { AccountsWithoutPassword1795332000000 } from './1795332000000-accounts-without-password.ts';
import { SessionPasskeys1795332100000 } from './1795332100000-session-passkeys.ts';
import { UnconfirmedAccounts1795333100000 } from './1795333100000-unconfirmed-accounts.ts';
import { AddressKeys1795333200000 } from './1795333200000-address-keys.ts';
import { SearchHeadParts1795334000000 } from './1795334000000-search-head-parts.ts';
import { BoundedEventNumbering1795335000000 } from './1795335000000-bounded-event-numbering.ts';
import { CompletedRequests1795336000000 } from './1795336000000-completed-requests.ts';
import { TransactionOutcomes1795340000000 } from './1795340000000-transaction-outcomes.ts';
import { SearchHeadUpdates1795341000000 } from './1795341000000-search-head-updates.ts';
import { ContentPermissions1795345000000 } from './1795345000000-content-permissions.ts';
import { RoleGrants1795346000000 } from './1795346000000-role-grants.ts';

/**
 * All migrations of this package. TypeORM runs them in the order of the timestamps in their names, not in the order of
 * this list. Do not edit a released migration. Add a new one instead.
 */
export const migrations = [
  Initial1763683200000,
  PublishedLinks1795262400000,
  Totals1795262460000,
  ListIndexes1795262520000,
  MenuVersion1795262580000,
  AuditMonths1795266000000,
  LoginAddresses1795270000000,
  UsernameKeys1795271000000,
  SetupLinks1795290000000,
  Versions1795300000000,
  ContentRevisions1795301000000,
  WorkingCopies1795302000000,
  Schedule1795303000000,
  ContentSearch1795304000000,
  Events1795305000000,
  Deliveries1795306000000,
  Webhooks1795306500000,
  StreamTickets1795307000000,
  EventVersions1795307500000,
  MailLinks1795308000000,
  Factors1795309000000,
  Identities1795310000000,
  VerifiedAddresses1795310100000,
  RequiredFactors1795320000000,
  AuthenticationTimes1795320100000,
  Invitations1795321000000,
  Passkeys1795322000000,
  SecretsKeys1795331000000,
  AccountsWithoutPassword1795332000000,
  SessionPasskeys1795332100000,
  UnconfirmedAccounts1795333100000,
  AddressKeys1795333200000,
  SearchHeadParts1795334000000,
  BoundedEventNumbering1795335000000,
  CompletedRequests1795336000000,
  TransactionOutcomes1795340000000,
  SearchHeadUpdates1795341000000,
  ContentPermissions1795345000000,
  RoleGrants1795346000000,
];
