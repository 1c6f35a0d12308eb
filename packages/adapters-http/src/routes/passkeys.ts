import type { AddPasskey, BeginPasskey, BeginPasskeyLogin, LogInWithPasskey } from '@portcullis/application';
import { passkeyNameRule } from '@portcullis/domain';
import { networkOf } from '../checks/client-address.ts';
import type { Limit } from '../checks/rate-limit.ts';
import { Describe } from '../validation/descriptions.ts';
import { DocumentedAs, IsJson, LongText, Text } from '../validation/fields.ts';
import { route, type Route } from './route.ts';
import { loggedInSchema } from './schemas/auth.ts';
import { addedPasskeySchema, passkeyCreationSchema, passkeyRequestSchema } from './schemas/passkeys.ts';

class BeginPasskeyBody {
  @LongText() @DocumentedAs({ format: 'password' }) @Describe('The current password.') password!: string;
}

class AddPasskeyBody {
  @Text(passkeyNameRule) @Describe('A name by which the owner recognises the passkey.') name!: string;

  @IsJson()
  @Describe('The credential that `navigator.credentials.create` returned, in the form of its `toJSON`.')
  credential!: object;
}

class LogInWithPasskeyBody {
  @IsJson()
  @Describe('The credential that `navigator.credentials.get` returned, in the form of its `toJSON`.')
  credential!: object;
}

export interface PasskeyRoutes {
  readonly beginPasskey: BeginPasskey;
  readonly addPasskey: AddPasskey;
  readonly beginPasskeyLogin: BeginPasskeyLogin;
  readonly logInWithPasskey: LogInWithPasskey;
  readonly passkeyLoginLimit: Limit;
}

/** The routes for passkeys (docs/interface.md §4.1). `factorRoutes` lists and removes them. */
export const passkeyRoutes = ({
  beginPasskey,
  addPasskey,
  beginPasskeyLogin,
  logInWithPasskey,
  passkeyLoginLimit,
}: PasskeyRoutes): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/factors/passkeys/options',
    operation: 'beginPasskey',
    summary: 'Begin to add a passkey',
    description: 'Returns the options for `navigator.credentials.create`, in the JSON form of WebAuthn.',
    access: 'authenticated',
    stepUp: true,
    waitsFor: 'password',
    body: BeginPasskeyBody,
    data: passkeyCreationSchema,
    refuses: ['wrong-current-password', 'code-required', 'too-many-factors', 'too-many-requests'],
    handle: ({ body: { password }, caller }) =>
      beginPasskey({ actor: caller, network: networkOf(caller.ipAddress), password }),
  }),
  route({
    method: 'POST',
    path: '/auth/factors/passkeys',
    operation: 'addPasskey',
    summary: 'Add the passkey that the browser has made',
    description:
      'The challenge of the options works once. From now on, the log-in with the password needs a second factor, and the passkey alone logs in.',
    access: 'authenticated',
    stepUp: true,
    status: 201,
    body: AddPasskeyBody,
    data: addedPasskeySchema,
    refuses: ['code-required', 'wrong-passkey', 'too-many-factors'],
    handle: ({ body: { name, credential }, caller }) => addPasskey({ actor: caller, name, credential }),
  }),
  route({
    method: 'POST',
    path: '/auth/passkey-login/options',
    operation: 'beginPasskeyLogin',
    summary: 'Begin a log-in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`, in the JSON form of WebAuthn. They are the same for all accounts, apart from the challenge.',
    access: 'public',
    limit: passkeyLoginLimit,
    data: passkeyRequestSchema,
    refuses: ['too-many-requests'],
    handle: () => beginPasskeyLogin(),
  }),
  route({
    method: 'POST',
    path: '/auth/passkey-login',
    operation: 'loginWithPasskey',
    summary: 'Log in with a passkey',
    description:
      'Returns what login returns. No password and no further factor is needed, because the authenticator has verified the person.',
    access: 'public',
    limit: passkeyLoginLimit,
    body: LogInWithPasskeyBody,
    data: loggedInSchema,
    refuses: ['wrong-passkey', 'too-many-requests'],
    handle: async ({ body: { credential }, client, logUser }) => {
      const opened = await logInWithPasskey({ credential, ...client, network: networkOf(client.ipAddress) });
      logUser(opened.user.id);
      return opened;
    },
  }),
];
