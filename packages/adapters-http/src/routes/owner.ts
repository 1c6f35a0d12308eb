import type { ProveOwnerInput } from '@portcullis/application/internal/auth/prove-owner';
import type { Caller } from '../checks/callers.ts';
import { networkOf } from '../checks/client-address.ts';
import { Describe } from '../validation/descriptions.ts';
import { LongText, Optional } from '../validation/fields.ts';
import { CurrentPassword, DocumentedAs } from '../validation/service-fields.ts';

/** The body of a route with `needsOwner`. The classes of other bodies extend this class. */
export class OwnerBody {
  @CurrentPassword() currentPassword?: string;
}

/** The body of the first step of an enrolment. Earlier releases accepted the password only in the field `password`. */
export class PasswordBody extends OwnerBody {
  @Optional()
  @LongText()
  @DocumentedAs({ format: 'password' })
  @Describe('The current password. It can be sent instead of `currentPassword`.')
  password?: string;
}

interface OwnerCall extends Pick<ProveOwnerInput, 'requireRecent'> {
  readonly caller: Caller;
  readonly body: PasswordBody;
}

/** Returns what the use case `proveOwner` needs to know about a call of a route with `needsOwner`. */
export const ownPassword = ({
  caller,
  body: { currentPassword, password = currentPassword },
  requireRecent,
}: OwnerCall): ProveOwnerInput => ({
  actor: caller,
  network: networkOf(caller.ipAddress),
  password,
  field: currentPassword === undefined ? 'password' : 'currentPassword',
  requireRecent,
});
