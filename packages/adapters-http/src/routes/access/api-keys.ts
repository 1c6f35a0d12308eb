import { findManagedKey } from '@portcullis/application/internal/api-keys/change-api-key';
import { apiKeySortFields, type ApiKeySortField } from '@portcullis/application/internal/ports/api-keys';
import { apiKeyLimits } from '@portcullis/domain/internal/accounts/api-key';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { UserId } from '@portcullis/domain/internal/shared/ids';
import { userKinds, type UserKind } from '@portcullis/domain/internal/accounts/user';
import { Describe } from '../../validation/descriptions.ts';
import { requestOf } from '../../validation/request.ts';
import { Instant, OneOf, Optional, Uuid } from '../../validation/fields.ts';
import { nothing, pageOf } from '../../validation/schema.ts';
import { partial } from '../../validation/validate.ts';
import { administrators } from './access.ts';
import { ListParameters, sorts } from '../list-query.ts';
import type { Privileged } from '../route-spec.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { apiKeyFields, apiKeySchema, apiKeySecretSchema } from '../schemas/api-keys.ts';

class ApiKeyPath extends requestOf(apiKeyFields, 'id') {}

class ApiKeyListParameters extends ListParameters {
  @Optional()
  @Uuid()
  @Describe('Only keys of this user. Other users than the caller need the role `ADMIN`.')
  ownerId?: UserId;

  @Optional()
  @OneOf(userKinds)
  @Describe('The keys of all persons, or of all service accounts. Needs the role `ADMIN`.')
  ownerKind?: UserKind;

  @Optional() @OneOf(apiKeySortFields) @Describe(sorts('`createdAt`, oldest first')) sortBy?: ApiKeySortField;
}

const { days } = apiKeyLimits;
const expiry = `When the key stops working; at most ${days.max} days from now. Default: ${days.default} days from now.`;

class ApiKeyBody extends requestOf(apiKeyFields, 'name', 'permissions?', 'readOnly?', 'allowedAddresses?') {
  @Optional() @Instant() @Describe(expiry) expiresAt?: string;
}

class CreateApiKeyBody extends ApiKeyBody {
  @Optional()
  @Uuid()
  @Describe('The id of the service account that owns the key. Needs the role `ADMIN`. Default: the caller.')
  ownerId?: UserId;
}

class UpdateApiKeyBody extends partial(ApiKeyBody) {}

class RotateApiKeyBody {
  @Optional() @Instant() @Describe(expiry) expiresAt?: string;
}

type ApiKeyRouteDependencies = UseCases<'createApiKey' | 'updateApiKey' | 'rotateApiKey' | 'deleteApiKey'>;

const privileged: Privileged = { roles: administrators, permissions: [] };

/** Returns the fields of a body with the expiry time as a date. */
const withDate = <Body extends { readonly expiresAt?: string }>({ expiresAt, ...body }: Body) => ({
  ...body,
  ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
});

/** @throws {BusinessError} role-required */
async function requireAdministrator(isPrivileged: () => Promise<boolean>): Promise<void> {
  if (!(await isPrivileged())) throw new BusinessError('role-required', 'Your roles do not allow this.');
}

/** The routes of API keys (docs/interface.md §4.11). No route accepts a key, so a key cannot create or change keys. */
export const apiKeyRoutes = (use: ApiKeyRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api-keys',
    operation: 'createApiKey',
    idempotencyKey: 'ignored',
    summary: 'Create an API key',
    description:
      'Only this response contains the text of the key. With the key, a request may do what `permissions` lists and what the owner of the key holds at that time. A key passes no check of a role, also if its owner has the role. A user has at most 100 keys.',
    access: 'authenticated',
    privileged,
    stepUp: 'always',
    status: 201,
    body: CreateApiKeyBody,
    data: apiKeySecretSchema,
    refuses: ['role-required', 'api-key-unacceptable', 'too-many-api-keys'],
    handle: async ({ body: { ownerId, ...body }, caller, isPrivileged }) => {
      if (ownerId !== undefined && ownerId !== caller.id) await requireAdministrator(isPrivileged);
      return use.createApiKey({ actor: caller, ...(ownerId !== undefined && { ownerId }), ...withDate(body) });
    },
  }),
  route({
    method: 'GET',
    path: '/api-keys',
    operation: 'listApiKeys',
    summary: 'List API keys',
    description: 'The keys of the caller. `search` looks for the text in `name`.',
    access: 'authenticated',
    privileged,
    query: ApiKeyListParameters,
    data: pageOf(apiKeySchema),
    refuses: ['role-required'],
    read: async ({ query, caller, isPrivileged }, { apiKeys }) => {
      const { ownerId, ownerKind } = query;
      if (ownerKind !== undefined || (ownerId !== undefined && ownerId !== caller.id))
        await requireAdministrator(isPrivileged);
      return apiKeys.list(ownerKind === undefined ? { ...query, ownerId: ownerId ?? caller.id } : query);
    },
  }),
  route({
    method: 'GET',
    path: '/api-keys/:id',
    operation: 'getApiKey',
    summary: 'Read an API key',
    description: 'Administrators can read every key, other callers their own keys.',
    access: 'authenticated',
    privileged,
    params: ApiKeyPath,
    data: apiKeySchema,
    refuses: ['api-key-not-found'],
    read: async ({ params: { id }, caller, isPrivileged }, { apiKeys }) =>
      findManagedKey(apiKeys, { actor: caller, id, isAdministrator: await isPrivileged() }),
  }),
  route({
    method: 'PATCH',
    path: '/api-keys/:id',
    operation: 'updateApiKey',
    summary: 'Change an API key',
    description:
      'Callers can change their own keys, and administrators also those of service accounts. If `permissions` are sent in a session without a second factor, `hasFactor` becomes false.',
    access: 'authenticated',
    privileged,
    stepUp: 'always',
    params: ApiKeyPath,
    body: UpdateApiKeyBody,
    data: apiKeySchema,
    refuses: ['api-key-not-found', 'api-key-of-another-person', 'api-key-unacceptable'],
    handle: async ({ params: { id }, body, caller, isPrivileged }) =>
      use.updateApiKey({ actor: caller, id, isAdministrator: await isPrivileged(), change: withDate(body) }),
  }),
  route({
    method: 'DELETE',
    path: '/api-keys/:id',
    operation: 'deleteApiKey',
    summary: 'Delete an API key',
    description: 'The key stops working immediately. Administrators can delete every key.',
    access: 'authenticated',
    privileged,
    params: ApiKeyPath,
    data: nothing,
    refuses: ['api-key-not-found'],
    handle: async ({ params: { id }, caller, isPrivileged }) =>
      use.deleteApiKey({ actor: caller, id, isAdministrator: await isPrivileged() }),
  }),
  route({
    method: 'POST',
    path: '/api-keys/:id/rotate',
    operation: 'rotateApiKey',
    idempotencyKey: 'ignored',
    summary: 'Give an API key a new secret',
    description:
      'Only this response contains the new text of the key. The previous text stops working immediately. Callers can rotate their own keys, and administrators also those of service accounts.',
    access: 'authenticated',
    privileged,
    stepUp: 'always',
    params: ApiKeyPath,
    body: RotateApiKeyBody,
    data: apiKeySecretSchema,
    refuses: ['api-key-not-found', 'api-key-of-another-person', 'api-key-unacceptable'],
    handle: async ({ params: { id }, body, caller, isPrivileged }) =>
      use.rotateApiKey({ actor: caller, id, isAdministrator: await isPrivileged(), ...withDate(body) }),
  }),
];
