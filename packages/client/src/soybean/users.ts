import type { Schemas } from '../client.ts';
import { fromStatus, emptyToUndefined, timestampsOf, toStatus } from './values.ts';

export const toUserRow = (user: Schemas['User']) => ({
  id: user.id,
  userName: user.username,
  userGender: user.gender === null || user.gender === 0 ? null : String(user.gender),
  nickName: user.nickName ?? '',
  userPhone: user.phone ?? '',
  userEmail: user.email,
  /** Codes of the roles. */
  userRoles: user.roles.map(({ code }) => code),
  status: toStatus(user.status),
  ...timestampsOf(user),
});

/** The values of the user form. */
export interface UserForm {
  readonly userName: string;
  readonly userEmail: string;
  readonly nickName?: string | null;
  readonly userPhone?: string | null;
  readonly userGender?: string | null;
  readonly status?: string | null;
  /** Codes of the roles. */
  readonly userRoles: readonly string[];
}

/** Converts a digit to a number, because the service stores and returns the gender unchanged. */
function fromGender(text: string | null | undefined): string | number | null {
  const gender = emptyToUndefined(text) ?? null;
  return gender !== null && /^\d$/.test(gender) ? Number(gender) : gender;
}

const sorted = (codes: readonly string[]): string => codes.toSorted().join();

/**
 * Converts the user form to a request body. Unchanged roles are left out, because every request with roles writes an audit record.
 * @param roles every role of the service, to find the ids of the codes in the form
 * @param before the row that is edited; absent for a new user
 */
export const fromUserForm = (
  form: UserForm,
  roles: readonly Pick<Schemas['Role'], 'id' | 'code'>[],
  before?: Pick<UserForm, 'userRoles'>,
) => ({
  username: form.userName,
  email: form.userEmail,
  nickName: emptyToUndefined(form.nickName) ?? null,
  phone: emptyToUndefined(form.userPhone) ?? null,
  gender: fromGender(form.userGender),
  status: fromStatus(form.status),
  ...((before === undefined || sorted(before.userRoles) !== sorted(form.userRoles)) && {
    roleIds: roles.filter(({ code }) => form.userRoles.includes(code)).map(({ id }) => id),
  }),
});
