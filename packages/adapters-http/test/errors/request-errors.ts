import { expect } from 'chai';
import { unknownId } from '../support/field-kinds.ts';
import { fields, type ErrorCase } from './error-case.ts';

/** Errors of the checks that run before a handler, and the error for too many open streams. */
export const requestErrors = {
  'malformed-body': [
    400,
    1000,
    'The body is not valid JSON, or has a key `__proto__`.',
    null,
    ({ admin }) => admin.post('/roles', '{"code": '),
  ],
  'method-not-allowed': [
    405,
    1000,
    'This address takes POST.',
    null,
    async ({ admin }) => {
      const response = await admin.get('/auth/login');
      expect(response.headers.get('Allow')).to.equal('POST');
      return response;
    },
  ],
  'unknown-route': [404, 1004, 'There is nothing at this address.', null, ({ api }) => api.get('/nothing')],
  'validation-failed': [
    400,
    1005,
    'Some of the values sent are not valid.',
    fields('permissionIds[1]'),
    ({ admin }) => admin.post(`/roles/${unknownId}/permissions`, { permissionIds: [unknownId, 'x'] }),
  ],
  'idempotency-key-reused': [
    422,
    1022,
    'This Idempotency-Key belongs to a request with another body.',
    null,
    async ({ admin, user }) => {
      const post = (name: string) => admin.post('/tags', { name }, { 'Idempotency-Key': user.id });
      await post(`${user.username} a`);
      return post(`${user.username} b`);
    },
  ],
  'body-too-large': [
    413,
    1013,
    'The body must not be larger than 65536 bytes.',
    null,
    ({ admin }) => admin.post('/roles', { name: 'x'.repeat(65_536) }),
  ],
  'unsupported-media-type': [
    415,
    1015,
    'The body must be JSON in UTF-8.',
    null,
    ({ admin }) => admin.post('/roles', 'code=X', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  ],
  'token-missing': [401, 1001, 'Please log in.', null, ({ api }) => api.get('/users')],
  'token-invalid': [
    401,
    1103,
    'Your session has ended. Please log in again.',
    null,
    ({ api }) => api.as('nonsense').get('/users'),
  ],
  'role-required': [403, 1003, 'Your roles do not allow this.', null, ({ user }) => user.api.post('/roles', {})],
  'permission-required': [403, 1003, 'Your permissions do not allow this.', null, ({ user }) => user.api.get('/roles')],
  'too-many-streams': [
    429,
    1029,
    'You have too many open streams. Please close one of them.',
    null,
    async ({ user }) => {
      const headers = { Authorization: `Bearer ${user.api.token}` };
      const open = () => fetch(`${user.api.url}/api/me/stream`, { headers });
      const streams = await Promise.all(Array.from({ length: 10 }, open));
      const response = await user.api.get('/me/stream');
      for (const { body } of streams) await body?.cancel();
      expect(response.headers.get('Retry-After')).to.equal('60');
      return response;
    },
  ],
  'too-many-requests': [
    429,
    1029,
    'Too many requests. Please try again later.',
    null,
    async ({ user }) => {
      const call = () => user.api.put(`/users/${unknownId}/roles`, {});
      for (let calls = 1; calls <= 10; calls++) expect((await call()).status).to.equal(403);
      const response = await call();
      expect(Number(response.headers.get('Retry-After'))).to.be.within(1, 60);
      return response;
    },
  ],
} satisfies Readonly<Record<string, ErrorCase>>;
