import type { SetupFormData } from '@portcullis/application/internal/setup/setup-link';
import { userActor, type Actor } from '@portcullis/domain/internal/shared/actor';
import { networkOf } from '../../checks/client-address.ts';
import type { Limit } from '../../checks/rate-limit.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Like } from '../../validation/request.ts';
import { Flag, Optional } from '../../validation/fields.ts';
import { LinkToken, NewPassword } from '../../validation/service-fields.ts';
import { count, flag, withDescription, timestamp, namedObject, nullable, text } from '../../validation/schema.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { loggedInFields } from '../schemas/auth.ts';
import { userFields } from '../schemas/users.ts';

class CheckSetupBody {
  @LinkToken() @Describe('The token that follows `#setup=` in the link.') token!: string;
}

class CompleteSetupBody extends CheckSetupBody {
  @Like(userFields) username!: string;
  @Like(userFields) email!: string;
  @NewPassword('The new password of the administrator') password!: string;
  @Optional() @Flag() @Describe('Whether to add demo users, menus and contents. Default: false.') demoData?: boolean;
}

/** The result of adding the demo data. */
interface LoadedDemo {
  /** The password of every demo user. */
  readonly password: string;
  /** False if an error has occurred and part of the demo data is missing. */
  readonly isComplete: boolean;
}

/** Adds the demo data. The promise never rejects, because the request must succeed once the administrator is set up. */
export type LoadDemo = (actor: Actor) => Promise<LoadedDemo>;

type SetupRouteDependencies = UseCases<'checkSetup' | 'completeSetup' | 'logIn'> & {
  readonly loadDemo: LoadDemo;
  /** The rate limit that the two setup routes share. */
  readonly setupLimit: Limit;
};

const openSetupSchema = namedObject<SetupFormData>('OpenSetup', {
  username: userFields.username,
  email: userFields.email,
  expiresAt: withDescription(timestamp, 'When the link stops working.'),
  passwordMinLength: withDescription(count, 'Minimum number of characters of the password.'),
});

const setUpSchema = namedObject('SetUp', {
  ...loggedInFields,
  demoPassword: withDescription(
    nullable(text),
    'The password of every demo user; null if no demo data was requested. Only this response contains the password.',
  ),
  isDemoComplete: withDescription(
    nullable(flag),
    'False if part of the demo data is missing because of an error; null if no demo data was requested.',
  ),
});

/**
 * The routes for the setup link that the service prints when it creates the first administrator with a random password
 * (docs/interface.md §4.1).
 */
export const setupRoutes = (deps: SetupRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/setup/check',
    operation: 'checkSetup',
    summary: 'Check the setup link',
    description:
      'The service prints the link on the start that creates the first administrator with a random password, unless `CONSOLE=false`. The check does not use up the link. An unknown token is rejected with 401, code 1103.',
    access: 'public',
    limit: deps.setupLimit,
    body: CheckSetupBody,
    data: openSetupSchema,
    refuses: ['setup-token-invalid', 'setup-closed'],
    handle: ({ body }) => deps.checkSetup(body.token),
  }),
  route({
    method: 'POST',
    path: '/setup',
    operation: 'completeSetup',
    summary: 'Set up the first administrator, and log in',
    description:
      'The link works once, for 30 minutes. It stops working when the administrator logs in or gets another password. If `demoData` is true, demo users, menus and contents are added. An error while the demo data is added does not undo the setup. The command `portcullis seed demo` then adds the missing data. A link that no longer works is rejected with 403, code 1003.',
    access: 'public',
    limit: deps.setupLimit,
    waitsFor: 'password',
    body: CompleteSetupBody,
    data: setUpSchema,
    refuses: [
      'setup-token-invalid',
      'setup-closed',
      'username-unacceptable',
      'email-unacceptable',
      'password-unacceptable',
      'email-taken',
      'username-taken',
    ],
    handle: async ({ body: { demoData = false, ...account }, client, logUser }) => {
      const id = await deps.completeSetup({ ...account, client });
      logUser(id);
      const { username, password } = account;
      const network = networkOf(client.ipAddress);
      const loggedIn = await deps.logIn({ login: username, password, ...client, network });
      const demo = demoData ? await deps.loadDemo(userActor({ id, username }, client)) : undefined;
      return { ...loggedIn, demoPassword: demo?.password ?? null, isDemoComplete: demo?.isComplete ?? null };
    },
  }),
];
