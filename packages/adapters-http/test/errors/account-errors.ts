import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { Api } from '../support/api.ts';
import { unknownId } from '../support/field-kinds.ts';
import { administrator, aPerson, unique } from '../support/service.ts';
import { addFactor, addProvedFactor, aResetToken, aSetupToken } from '../support/setup.ts';
import { aTicket, exchange, verifier } from '../support/sign-ins.ts';
import { fields, missing, notFound, type ErrorCase } from './error-case.ts';

const anAccount = () => ({
  username: unique('user-'),
  email: `${unique()}@example.com`,
  password: unique('password-'),
});

/** Errors of the routes for authentication, accounts and users. */
export const accountErrors = {
  'session-ended': [
    401,
    1103,
    'Your session has ended. Please log in again.',
    null,
    ({ api }) => api.post('/auth/refresh', { refreshToken: 'none' }),
  ],
  'setup-token-invalid': [
    401,
    1103,
    'This link is not valid.',
    null,
    ({ api }) => api.post('/setup/check', { token: 'none' }),
  ],
  'setup-closed': [
    403,
    1003,
    'This link has been used or has expired. Please log in.',
    null,
    async (service) => service.api.post('/setup/check', { token: await aSetupToken(service, true) }),
  ],
  'mail-link-invalid': [
    400,
    1113,
    'This link is not valid or has been used.',
    null,
    ({ api }) => api.post('/auth/password-resets/confirm', { token: 'none', newPassword: unique('password-') }),
  ],
  'mail-link-expired': [
    400,
    1114,
    'This link has expired. Please request another one.',
    null,
    async (service) =>
      service.api.post('/auth/password-resets/confirm', {
        token: await aResetToken(service, true),
        newPassword: unique('password-'),
      }),
  ],
  'challenge-invalid': [
    401,
    1109,
    'This log-in has expired. Please begin again.',
    null,
    ({ api }) => api.post('/auth/login/factor', { challenge: 'none', code: '123456' }),
  ],
  'wrong-code': [
    400,
    1109,
    'This code is wrong or has been used.',
    fields('code'),
    ({ user }) => user.api.post('/auth/factors/recovery-codes', { code: '000000' }),
  ],
  'code-required': [
    400,
    1109,
    'Please use your second factor: enter a code or use a passkey.',
    null,
    async (service) => {
      const { id, password, api } = await aPerson(service);
      await addFactor(service, id);
      return api.post('/auth/step-up', { password });
    },
  ],
  'wrong-passkey': [
    400,
    1109,
    'This passkey was not accepted. Please try again.',
    null,
    ({ api }) => api.post('/auth/passkey-login', { credential: {} }),
  ],
  'factor-not-found': notFound('factor', '/auth/factors', 'DELETE'),
  'too-many-factors': [
    409,
    1009,
    'An account has at most 5 factors.',
    null,
    async (service) => {
      const person = await aPerson(service);
      await addProvedFactor(service, person, 5);
      return person.api.post('/auth/factors/totp', { currentPassword: person.password });
    },
  ],
  'last-factor': [
    409,
    1115,
    'Your roles require a second factor. Add another one before you remove this one.',
    null,
    async (service) => {
      const person = await aPerson(service);
      const factorId = await addProvedFactor(service, person);
      const code = unique('FACTOR_').toUpperCase().replace('-', '_');
      const role = await service.admin.post<{ id: string }>('/roles', { code, name: code, requiresFactor: true });
      await service.admin.put(`/users/${person.id}/roles`, { roleIds: [role.data.id] });
      return person.api.delete(`/auth/factors/${factorId}`);
    },
  ],
  'provider-not-found': [
    404,
    1201,
    'This provider does not exist.',
    null,
    ({ api }) => api.get('/auth/oidc/none/callback'),
  ],
  'identity-not-found': notFound('identity', '/auth/identities', 'DELETE'),
  'sign-in-invalid': [
    400,
    1116,
    'This sign-in has expired, has been used, or was not started here.',
    null,
    (service) => exchange(service, 'none'),
  ],
  'account-confirmed': [
    409,
    1118,
    'This user does not wait for an invitation.',
    null,
    ({ admin, user }) => admin.post(`/users/${user.id}/invitation`, {}),
  ],
  'link-required': [
    409,
    1112,
    'An account has this e-mail address. Log in and link this sign-in to it.',
    null,
    async (service) => exchange(service, await aTicket(service, { email: service.user.email })),
  ],
  'account-missing': [
    403,
    1117,
    'There is no account for this sign-in. Ask an administrator for one.',
    null,
    async (service) => exchange(service, await aTicket(service)),
  ],
  'identity-taken': [
    409,
    1202,
    'This sign-in belongs to another account.',
    null,
    async (service) => {
      const subject = unique('subject-');
      const link = async (api: Api) =>
        api.post('/auth/identities/corp/link', { ticket: await aTicket(service, { subject }), verifier });
      await link(service.user.api);
      return link(service.admin);
    },
  ],
  'session-not-found': notFound('session', '/auth/sessions', 'DELETE'),
  'wrong-current-password': [
    400,
    1005,
    'The current password is wrong.',
    fields('currentPassword'),
    ({ user }) => user.api.put('/auth/password', { currentPassword: 'no', newPassword: unique('password-') }),
  ],
  'invalid-credentials': [
    401,
    1101,
    'Wrong user name or password.',
    null,
    ({ api }) => api.post('/auth/login', { username: administrator.username, password: 'wrong' }),
  ],
  'password-unacceptable': [
    400,
    1005,
    'The password must have 8 to 128 characters.',
    fields('password'),
    ({ api }) => api.post('/auth/register', { ...anAccount(), password: 'short' }),
  ],
  'username-unacceptable': [
    400,
    1005,
    'The user name must not contain invisible characters.',
    fields('username'),
    ({ api }) => api.post('/auth/register', { ...anAccount(), username: unique('x\u034f') }),
  ],
  'email-unacceptable': [
    400,
    1005,
    'The e-mail address must not contain spaces or invisible characters.',
    fields('email'),
    ({ api }) => api.post('/auth/register', { ...anAccount(), email: `${unique('x\u200b')}@example.com` }),
  ],
  'email-taken': [
    409,
    1106,
    'This e-mail address is already registered.',
    null,
    ({ api, user }) => api.post('/auth/register', { ...anAccount(), email: user.email.toUpperCase() }),
  ],
  'username-taken': [
    409,
    1107,
    'This user name is already in use.',
    null,
    ({ api, user }) => api.post('/auth/register', { ...anAccount(), username: user.username.toUpperCase() }),
  ],
  'administrator-registration': [
    403,
    1108,
    'Administrator accounts cannot be registered.',
    null,
    ({ api }) => api.post('/auth/register', { ...anAccount(), role: 'ADMIN' }),
  ],
  'unknown-user': [
    400,
    1000,
    `Unknown user id: ${unknownId}`,
    missing,
    ({ admin }) => admin.put(`/users/${unknownId}/roles`, { roleIds: [] }),
  ],
  'unknown-roles': [
    400,
    1000,
    `Unknown role ids: ${unknownId}`,
    missing,
    ({ admin, user }) =>
      admin.put(`/users/${user.id}/roles`, { roleIds: [administratorRole.id, unknownId, unknownId] }),
  ],
  'user-not-found': [
    404,
    1104,
    'This user does not exist.',
    null,
    ({ admin }) => admin.patch(`/users/${unknownId}`, { nickName: 'Nobody' }),
  ],
  'last-administrator': [
    409,
    1009,
    'At least one enabled administrator must remain whose role has no end.',
    null,
    async ({ admin }) => {
      const { data } = await admin.get<{ id: string }>('/auth/profile');
      return admin.patch(`/users/${data.id}`, { status: 0 });
    },
  ],
  'self-deletion': [
    409,
    1009,
    'You cannot delete your own account.',
    null,
    async ({ admin }) => {
      const { data } = await admin.get<{ id: string }>('/auth/profile');
      return admin.delete(`/users/${data.id}`);
    },
  ],
} satisfies Readonly<Record<string, ErrorCase>>;
