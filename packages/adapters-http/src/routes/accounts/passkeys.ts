import { passkeyNameRule } from '@portcullis/domain/internal/accounts/passkey';
import type { Limit } from '../../checks/rate-limit.ts';
import { Describe } from '../../validation/descriptions.ts';
import { IsJson, OneLine } from '../../validation/fields.ts';
import { loggedIn } from './logged-in.ts';
import { ownPassword, OwnerBody, ownerChange } from './owner.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { loggedInSchema } from '../schemas/auth.ts';
import { addedPasskeySchema, passkeyCreationSchema, passkeyRequestSchema } from '../schemas/factors.ts';

class AddPasskeyBody extends OwnerBody {
  @OneLine(passkeyNameRule) @Describe('A name by which the owner recognises the passkey.') name!: string;

  @IsJson()
  @Describe('The credential from `navigator.credentials.create`, as returned by its method `toJSON`.')
  credential!: object;
}

class LogInWithPasskeyBody {
  @IsJson()
  @Describe('The credential from `navigator.credentials.get`, as returned by its method `toJSON`.')
  credential!: object;
}

type PasskeyRouteDependencies = UseCases<
  'proveOwner' | 'beginPasskey' | 'addPasskey' | 'beginPasskeyLogin' | 'logInWithPasskey'
> & {
  readonly passkeyLoginLimit: Limit;
};

/**
 * The routes for passkeys (docs/interface.md §4.1). `factorRoutes` contains the routes that list and remove passkeys.
 */
export const passkeyRoutes = (deps: PasskeyRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/factors/passkeys/options',
    operation: 'beginPasskey',
    idempotencyKey: 'ignored',
    summary: 'Begin to add a passkey',
    description: 'Returns the options for `navigator.credentials.create`, in the JSON format of WebAuthn.',
    access: 'authenticated',
    ...ownerChange,
    body: OwnerBody,
    data: passkeyCreationSchema,
    refuses: ['code-required', 'too-many-factors'],
    handle: async (call) => {
      await deps.proveOwner(ownPassword(call));
      return deps.beginPasskey({ actor: call.caller });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/factors/passkeys',
    operation: 'addPasskey',
    idempotencyKey: 'ignored',
    summary: 'Add the passkey that the browser has created',
    description:
      'The challenge in the options works once, and only for this account. From then on, a login with the password requires a second factor. The passkey alone is enough for a login.',
    access: 'authenticated',
    ...ownerChange,
    status: 201,
    body: AddPasskeyBody,
    data: addedPasskeySchema,
    refuses: ['code-required', 'wrong-passkey', 'too-many-factors'],
    handle: async (call) => {
      await deps.proveOwner(ownPassword(call));
      const { name, credential } = call.body;
      return deps.addPasskey({ actor: call.caller, name, credential });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/passkey-login/options',
    operation: 'beginPasskeyLogin',
    summary: 'Begin a login with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`, in the JSON format of WebAuthn. Apart from the challenge, the options are the same for all accounts.',
    access: 'public',
    limit: deps.passkeyLoginLimit,
    data: passkeyRequestSchema,
    handle: () => deps.beginPasskeyLogin(),
  }),
  route({
    method: 'POST',
    path: '/auth/passkey-login',
    operation: 'loginWithPasskey',
    summary: 'Log in with a passkey',
    description:
      'The response is the same as for login. No password or further factor is needed, because the authenticator has verified the user. A challenge works once, for 5 minutes. A wrong credential of a known passkey counts as a wrong attempt for its account, and adds an event `session.refused` with the reason `wrong-passkey`.',
    access: 'public',
    limit: deps.passkeyLoginLimit,
    body: LogInWithPasskeyBody,
    data: loggedInSchema,
    refuses: ['wrong-passkey'],
    handle: (call) => loggedIn(call, (from) => deps.logInWithPasskey({ ...call.body, ...from })),
  }),
];
