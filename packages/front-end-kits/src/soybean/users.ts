import type { Schemas } from '@portcullis/client';
import { fromStatus, emptyToUndefined, timestampsOf, toStatus } from './values.ts';

/** Converts the gender to that of the front end: '1' male, '2' female, null for all other values. */
const toGender = (gender: string | number | null): '1' | '2' | null => {
  const text = String(gender);
  return text === '1' || text === '2' ? text : null;
};

/**
 * Returns a user as a row of the table of users.
 * @param user a user whose e-mail address is null if the caller may not see it
 */
export const toUserRow = (user: Omit<Schemas['User'], 'email'> & { readonly email: string | null }) => ({
  id: user.id,
  userName: user.username,
  userGender: toGender(user.gender),
  nickName: user.nickName ?? '',
  userPhone: user.phone ?? '',
  userEmail: user.email ?? '',
  /** Codes of the roles. */
  userRoles: user.roles.map(({ code }) => code),
  status: toStatus(user.status),
  version: user.version,
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

/**
 * Converts the gender of the front end. An empty text becomes null. A digit becomes a number, because the service
 * preserves the type of the value: it would store and return the text `"1"` as a text. Other texts do not change.
 */
function fromGender(text: string | null | undefined): string | number | null {
  const gender = emptyToUndefined(text) ?? null;
  return gender !== null && /^\d$/.test(gender) ? Number(gender) : gender;
}

/**
 * Converts the user form to a request body.
 * @param roles all roles of the service, with which the role codes of the form are converted to ids
 */
export const fromUserForm = (form: UserForm, roles: readonly Pick<Schemas['Role'], 'id' | 'code'>[]) => ({
  username: form.userName,
  email: form.userEmail,
  nickName: emptyToUndefined(form.nickName) ?? null,
  phone: emptyToUndefined(form.userPhone) ?? null,
  gender: fromGender(form.userGender),
  status: fromStatus(form.status),
  roleIds: roles.filter(({ code }) => form.userRoles.includes(code)).map(({ id }) => id),
});
