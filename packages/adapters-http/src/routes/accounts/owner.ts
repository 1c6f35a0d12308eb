import type { ProveOwnerInput } from '@portcullis/application/internal/auth/prove-owner';
import type { Caller } from '../../checks/callers.ts';
import { networkOf } from '../../checks/client-address.ts';
import { CurrentPassword } from '../../validation/service-fields.ts';

/** The requirements of routes with which users change how they authenticate. */
export const ownerChange = { stepUp: true, needsOwner: true, waitsFor: 'password' } as const;

/** The body of a route with `needsOwner`. The classes of other bodies extend this class. */
export class OwnerBody {
  @CurrentPassword() currentPassword?: string;
}

interface OwnerCall extends Pick<ProveOwnerInput, 'requireRecent'> {
  readonly caller: Caller;
  readonly body: OwnerBody;
}

/** Returns what the use case `proveOwner` needs to know about a call of a route with `needsOwner`. */
export const ownPassword = ({
  caller,
  body: { currentPassword: password },
  requireRecent,
}: OwnerCall): ProveOwnerInput => ({
  actor: caller,
  network: networkOf(caller.ipAddress),
  password,
  requireRecent,
});
