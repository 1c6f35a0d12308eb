import { Initial1763683200000 } from './1763683200000-initial.ts';
import { PublishedLinks1795262400000 } from './1795262400000-published-links.ts';
import { Totals1795262460000 } from './1795262460000-totals.ts';
import { ListIndexes1795262520000 } from './1795262520000-list-indexes.ts';
import { MenuVersion1795262580000 } from './1795262580000-menu-version.ts';
import { AuditMonths1795266000000 } from './1795266000000-audit-months.ts';
import { LoginAddresses1795270000000 } from './1795270000000-login-addresses.ts';
import { UsernameKeys1795271000000 } from './1795271000000-username-keys.ts';
import { SetupLinks1795290000000 } from './1795290000000-setup-links.ts';

/** All migrations in the order in which they run. Never edit a released migration: add another one. */
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
];
