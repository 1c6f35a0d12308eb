import type { FactorViews } from '@portcullis/application/internal/ports/factors';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import { networkOf } from '../../checks/client-address.ts';
import { nothing } from '../../validation/schema.ts';
import { administrators, administratorsChange } from '../access/access.ts';
import {
  ConfirmTotpBody,
  FactorPath,
  LogInWithFactorBody,
  ReplaceRecoveryCodesBody,
  StepUpBody,
} from './factor-requests.ts';
import { loggedIn } from './logged-in.ts';
import { ownPassword, OwnerBody, ownerChange } from './owner.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { UserPath } from './user-requests.ts';
import { loggedInSchema } from '../schemas/auth.ts';
import { newRecoveryCodesSchema, ownFactorsSchema, totpEnrolmentSchema } from '../schemas/factors.ts';

type FactorRouteDependencies = UseCases<
  | 'logInWithFactor'
  | 'proveOwner'
  | 'enrolTotp'
  | 'confirmTotp'
  | 'replaceRecoveryCodes'
  | 'removeFactor'
  | 'resetFactors'
  | 'stepUp'
> & {
  readonly factors: FactorViews;
};

function proofOf({
  password = '',
  code,
  credential,
  ticket,
  verifier = '',
}: StepUpBody): Parameters<FactorRouteDependencies['stepUp']>[0]['proof'] {
  if (code !== undefined) return { code };
  if (ticket !== undefined) return { ticket, verifier };
  return credential === undefined ? { password } : { credential };
}

/** The routes for second factors (docs/interface.md §4.1 and §4.4). */
export const factorRoutes = (deps: FactorRouteDependencies): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/login/factor',
    operation: 'loginWithFactor',
    summary: 'Complete a login with a second factor',
    description:
      'Accepts the challenge of a login that was rejected with code 1110. Send a `code` or a `credential`. A challenge works once. It ends after 5 minutes, after 5 wrong attempts, or when the password changes; after its end, and while the account is disabled, the response is 401, code 1109. A wrong code is 400, code 1109, with the field `code` in `errors`; for a wrong passkey, `errors` is null. After 10 wrong attempts in one hour, over all challenges and client addresses, further attempts for the account are rejected for some time.',
    access: 'public',
    body: LogInWithFactorBody,
    data: loggedInSchema,
    refuses: ['challenge-invalid', 'wrong-code', 'wrong-passkey', 'too-many-requests'],
    handle: (call) => loggedIn(call, (from) => deps.logInWithFactor({ ...call.body, ...from })),
  }),
  route({
    method: 'POST',
    path: '/auth/step-up',
    operation: 'stepUp',
    idempotencyKey: 'ignored',
    summary: 'Authenticate the caller of a session again',
    description:
      'Renews the authentication of the session, after an error with code 1111 or with the reason `code-required`. If the account has a second factor, send a code or a passkey. Otherwise send the password, or the ticket of a new sign-in with an identity of the caller. A code or a passkey also counts as the second factor of the session from then on. A password or a ticket for an account with a second factor is rejected with 400, code 1109, reason `code-required`, and an identity that is not linked to the caller with 400, code 1116.',
    access: 'authenticated',
    waitsFor: 'password',
    body: StepUpBody,
    data: nothing,
    refuses: ['wrong-current-password', 'code-required', 'wrong-code', 'wrong-passkey', 'sign-in-invalid'],
    handle: ({ body, caller }) =>
      deps.stepUp({ actor: caller, network: networkOf(caller.ipAddress), proof: proofOf(body) }),
  }),
  route({
    method: 'GET',
    path: '/auth/factors',
    operation: 'listFactors',
    summary: 'List the second factors of the caller',
    access: 'authenticated',
    data: ownFactorsSchema,
    handle: ({ caller }) => deps.factors.of(caller.id),
  }),
  route({
    method: 'DELETE',
    path: '/auth/factors/:id',
    operation: 'removeFactor',
    summary: 'Remove a second factor of the caller',
    description:
      'If this is the last factor, the recovery codes are removed, too, and the password alone is enough for a login again. The last factor cannot be removed while an enabled role of the caller has `requiresFactor`.',
    access: 'authenticated',
    ...ownerChange,
    params: FactorPath,
    body: OwnerBody,
    data: nothing,
    refuses: ['code-required', 'factor-not-found', 'last-factor'],
    handle: async (call) => {
      await deps.proveOwner(ownPassword(call));
      return deps.removeFactor({ actor: call.caller, factorId: call.params.id });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/factors/totp',
    operation: 'enrolTotp',
    idempotencyKey: 'ignored',
    summary: 'Begin to add an authenticator app',
    description:
      'The app takes effect when its first code is confirmed. Until then, another call of this operation replaces it. The codes follow RFC 6238 with SHA-1, 6 digits and a period of 30 seconds.',
    access: 'authenticated',
    ...ownerChange,
    status: 201,
    body: OwnerBody,
    data: totpEnrolmentSchema,
    refuses: ['code-required', 'too-many-factors'],
    handle: async (call) => {
      await deps.proveOwner(ownPassword(call));
      return deps.enrolTotp({ actor: call.caller });
    },
  }),
  route({
    method: 'POST',
    path: '/auth/factors/totp/confirm',
    operation: 'confirmTotp',
    idempotencyKey: 'ignored',
    summary: 'Confirm an authenticator app with its first code',
    description:
      'From then on, every login with a password requires a second factor. The session of the request has a second factor immediately; other sessions of the caller continue without a second factor.',
    access: 'authenticated',
    ...ownerChange,
    body: ConfirmTotpBody,
    data: newRecoveryCodesSchema,
    refuses: ['code-required', 'factor-not-found', 'wrong-code', 'too-many-factors'],
    handle: async (call) => {
      await deps.proveOwner(ownPassword(call));
      const { id, code } = call.body;
      return { recoveryCodes: await deps.confirmTotp({ actor: call.caller, factorId: id, code }) };
    },
  }),
  route({
    method: 'POST',
    path: '/auth/factors/recovery-codes',
    operation: 'replaceRecoveryCodes',
    idempotencyKey: 'ignored',
    summary: 'Replace the recovery codes of the caller',
    access: 'authenticated',
    ...ownerChange,
    body: ReplaceRecoveryCodesBody,
    data: newRecoveryCodesSchema,
    refuses: ['wrong-code'],
    handle: async (call) => {
      await deps.proveOwner(ownPassword(call));
      return { recoveryCodes: await deps.replaceRecoveryCodes({ actor: call.caller, code: call.body.code }) };
    },
  }),
  route({
    method: 'GET',
    path: '/users/:id/factors',
    operation: 'listUserFactors',
    summary: 'List the second factors of a user',
    access: 'authorized',
    anyRole: administrators,
    params: UserPath,
    data: ownFactorsSchema,
    refuses: ['user-not-found'],
    read: async ({ params: { id } }, { users }) => {
      orNotFound(await users.find(id), 'user-not-found');
      return deps.factors.of(id);
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/:id/factors',
    operation: 'resetFactors',
    summary: 'Remove the second factors of a user',
    description:
      'For a user who has lost the second factors. Removes the recovery codes too, and ends the sessions that began with one of the passkeys. The password alone is then enough for a login again.',
    access: 'authorized',
    ...administratorsChange,
    params: UserPath,
    data: nothing,
    refuses: ['user-not-found'],
    handle: ({ params: { id }, caller }) => deps.resetFactors({ actor: caller, userId: id }),
  }),
];
