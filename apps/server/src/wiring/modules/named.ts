import * as exchangeTicket from '@portcullis/application/internal/auth/identities/exchange-ticket';
import * as logInWithFactor from '@portcullis/application/internal/auth/log-in-with-factor';
import * as logInWithPasskey from '@portcullis/application/internal/auth/log-in-with-passkey';
import type { MenuViews } from '@portcullis/application/internal/ports/menus';
import type { TagViews } from '@portcullis/application/internal/ports/tags';
import type { UserViews } from '@portcullis/application/internal/ports/users';
import { supply, type Intersection } from '../dependency-injection.ts';

/** The dependencies with which routes read the response to a request that has written something. */
export interface Written {
  readonly writtenUsers: UserViews;
  readonly writtenMenus: MenuViews;
  readonly writtenTags: TagViews;
}

const afterWrite = ({ writtenUsers }: Written) => ({ users: writtenUsers });

/** Three use cases read users after they have written something. */
const supplied: Readonly<Record<string, unknown>> = {
  exchangeTicket: supply(exchangeTicket.exchangeTicket, afterWrite),
  logInWithFactor: supply(logInWithFactor.logInWithFactor, afterWrite),
  logInWithPasskey: supply(logInWithPasskey.logInWithPasskey, afterWrite),
};

/** Returns the use cases with these names, which the files export. */
export function named<const Files extends readonly object[], Name extends keyof Intersection<Files[number]>>(
  files: Files,
  ...names: readonly Name[]
): Pick<Intersection<Files[number]>, Name>;
export function named(files: readonly object[], ...names: readonly string[]): object {
  const exported = new Map([...files, supplied].flatMap((file) => Object.entries<unknown>({ ...file })));
  return Object.fromEntries(names.map((name) => [name, exported.get(name)]));
}
