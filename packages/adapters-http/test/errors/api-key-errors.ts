import { apiKeyLimits } from '@portcullis/domain/internal/accounts/api-key';
import { expect } from 'chai';
import { unique } from '../support/service.ts';
import { fields, notFound, type ErrorCase, type ErrorService } from './error-case.ts';

interface Created {
  readonly apiKey: { readonly id: string };
  readonly key: string;
}

/** Creates an API key of the administrator, runs the request, and deletes the key. */
async function withKey<T>(
  { admin }: ErrorService,
  body: object,
  request: (created: Created) => Promise<T>,
): Promise<T> {
  const { data, status, message } = await admin.post<Created>('/api-keys', { name: unique('key'), ...body });
  expect(status, message).to.equal(201);
  const result = await request(data);
  await admin.delete(`/api-keys/${data.apiKey.id}`);
  return result;
}

/** Errors of requests with API keys, and of the routes for API keys and service accounts. */
export const apiKeyErrors = {
  'api-key-refused': [
    403,
    1003,
    'This cannot be done with an API key. Please log in.',
    null,
    (service) => withKey(service, {}, ({ key }) => service.api.as(key).get('/auth/profile')),
  ],
  'api-key-read-only': [
    403,
    1003,
    'This API key can only read.',
    null,
    (service) =>
      withKey(service, { permissions: ['menu.create'], readOnly: true }, ({ key }) =>
        service.api.as(key).post('/menus', {}),
      ),
  ],
  'api-key-not-found': notFound('api key', '/api-keys'),
  'api-key-unacceptable': [
    400,
    1005,
    'Must be in the future, and at most 365 days from now.',
    fields('expiresAt'),
    ({ admin }) => admin.post('/api-keys', { name: 'x', expiresAt: '2000-01-01T00:00:00Z' }),
  ],
  'api-key-of-another-person': [
    403,
    1003,
    'Only its owner can change this key.',
    null,
    async ({ admin, user }) => {
      const { data } = await user.api.post<Created>('/api-keys', { name: 'own' });
      return admin.patch(`/api-keys/${data.apiKey.id}`, { name: 'theirs' });
    },
  ],
  'too-many-api-keys': [
    409,
    1009,
    'An account has at most 100 API keys.',
    null,
    async ({ user }) => {
      for (let count = 0; count < apiKeyLimits.keys; count += 1) await user.api.post('/api-keys', { name: 'x' });
      return user.api.post('/api-keys', { name: 'x' });
    },
  ],
  'service-account': [
    409,
    1009,
    'This is a service account, which cannot log in.',
    null,
    async ({ admin, created }) => {
      const username = unique('service-');
      const id = await created('/users', { kind: 'SERVICE', username, email: `${username}@example.com` });
      return admin.put(`/users/${id}/password`, { password: 'a long enough password' });
    },
  ],
} satisfies Readonly<Record<string, ErrorCase>>;
