import type { Schemas } from '../client.ts';
import { fromStatus, given, stampsOf, toStatus } from './values.ts';

export const toUserRow = (user: Schemas['User']) => ({
  id: user.id,
  userName: user.username,
  userGender: user.gender === null || user.gender === 0 ? null : String(user.gender),
  nickName: user.nickName ?? '',
  userPhone: user.phone ?? '',
  userEmail: user.email,
  /** Codes. */
  userRoles: user.roles.map(({ code }) => code),
  status: toStatus(user.status),
  ...stampsOf(user),
});

/** What the user drawer holds. */
export interface UserForm {
  readonly userName: string;
  readonly userEmail: string;
  readonly nickName?: string | null;
  readonly userPhone?: string | null;
  readonly userGender?: string | null;
  readonly status?: string | null;
  /** Codes. */
  readonly userRoles: readonly string[];
}

/** The service takes a digit or a word, and answers it as it was sent. */
function fromGender(text: string | null | undefined): string | number | null {
  const gender = given(text) ?? null;
  return gender !== null && /^\d$/.test(gender) ? Number(gender) : gender;
}

const sorted = (codes: readonly string[]): string => codes.toSorted().join();

/**
 * Roles that have not changed are not sent: each role setting is audited.
 * @param roles every role of the service: the form knows codes, the service wants ids
 * @param before the row that is edited; absent for a new user
 */
export const fromUserForm = (
  form: UserForm,
  roles: readonly Pick<Schemas['Role'], 'id' | 'code'>[],
  before?: Pick<UserForm, 'userRoles'>,
) => ({
  username: form.userName,
  email: form.userEmail,
  nickName: given(form.nickName) ?? null,
  phone: given(form.userPhone) ?? null,
  gender: fromGender(form.userGender),
  status: fromStatus(form.status),
  ...((before === undefined || sorted(before.userRoles) !== sorted(form.userRoles)) && {
    roleIds: roles.filter(({ code }) => form.userRoles.includes(code)).map(({ id }) => id),
  }),
});
