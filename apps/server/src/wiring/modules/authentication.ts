import { apiKeyRoutes } from '@portcullis/adapters-http/internal/routes/api-keys';
import { authRoutes } from '@portcullis/adapters-http/internal/routes/auth';
import { factorRoutes } from '@portcullis/adapters-http/internal/routes/factors';
import { identityRoutes } from '@portcullis/adapters-http/internal/routes/identities';
import {
  emailChangeRoutes,
  invitationRoutes,
  passwordResetRoutes,
} from '@portcullis/adapters-http/internal/routes/mail-links';
import { oauthRoutes } from '@portcullis/adapters-http/internal/routes/oauth';
import { oauthMetadataRoutes } from '@portcullis/adapters-http/internal/routes/oauth-metadata';
import { passkeyRoutes } from '@portcullis/adapters-http/internal/routes/passkeys';
import { sessionRoutes } from '@portcullis/adapters-http/internal/routes/sessions';
import { setupRoutes } from '@portcullis/adapters-http/internal/routes/setup';
import { signInRoutes } from '@portcullis/adapters-http/internal/routes/sign-ins';
import * as createApiKey from '@portcullis/application/internal/api-keys/create-api-key';
import * as deleteApiKey from '@portcullis/application/internal/api-keys/delete-api-key';
import * as endKeyTokens from '@portcullis/application/internal/api-keys/end-key-tokens';
import * as recordKeyUse from '@portcullis/application/internal/api-keys/record-key-use';
import * as rotateApiKey from '@portcullis/application/internal/api-keys/rotate-api-key';
import * as updateApiKey from '@portcullis/application/internal/api-keys/update-api-key';
import * as changePassword from '@portcullis/application/internal/auth/change-password';
import * as addPasskey from '@portcullis/application/internal/auth/factors/add-passkey';
import * as recoveryCodes from '@portcullis/application/internal/auth/factors/recovery-codes';
import * as removeFactor from '@portcullis/application/internal/auth/factors/remove-factor';
import * as totp from '@portcullis/application/internal/auth/factors/totp';
import * as exchangeTicket from '@portcullis/application/internal/auth/identities/exchange-ticket';
import * as finishSignIn from '@portcullis/application/internal/auth/identities/finish-sign-in';
import * as ownIdentities from '@portcullis/application/internal/auth/identities/own-identities';
import * as startSignIn from '@portcullis/application/internal/auth/identities/start-sign-in';
import * as logIn from '@portcullis/application/internal/auth/log-in';
import * as logInWithFactor from '@portcullis/application/internal/auth/log-in-with-factor';
import * as logInWithPasskey from '@portcullis/application/internal/auth/log-in-with-passkey';
import * as proveOwner from '@portcullis/application/internal/auth/prove-owner';
import * as register from '@portcullis/application/internal/auth/register';
import * as endSessions from '@portcullis/application/internal/auth/sessions/end-sessions';
import * as refreshSession from '@portcullis/application/internal/auth/sessions/refresh-session';
import * as stepUp from '@portcullis/application/internal/auth/step-up';
import * as confirmEmailChange from '@portcullis/application/internal/mail-links/confirm-email-change';
import * as requestPasswordReset from '@portcullis/application/internal/mail-links/request-password-reset';
import * as setPasswordByLink from '@portcullis/application/internal/mail-links/set-password-by-link';
import * as checkSecretsKeys from '@portcullis/application/internal/secrets/check-secrets-keys';
import * as reencryptSecrets from '@portcullis/application/internal/secrets/reencrypt-secrets';
import * as ensureAdministrator from '@portcullis/application/internal/setup/ensure-administrator';
import * as setupLink from '@portcullis/application/internal/setup/setup-link';
import * as endUserSessions from '@portcullis/application/internal/users/end-user-sessions';
import * as updateProfile from '@portcullis/application/internal/users/update-profile';
import * as userCredentials from '@portcullis/application/internal/users/user-credentials';
import * as userMails from '@portcullis/application/internal/users/user-mails';
import { mailLinkLimit, passwordResetLimit, registerLimit } from '../../config/limits.ts';
import { signingKeyTexts } from '../../config/signing-keys.ts';
import { supply, type ModuleParts } from '../dependency-injection.ts';
import type { Installation } from '../ports.ts';
import { named } from './named.ts';

const mailLinks = () => ({ linkLimit: mailLinkLimit });

/** Returns the settings with which other services verify access tokens of this one. */
const resourceServers = ({ config }: Installation) => ({
  hasPublicKeys: signingKeyTexts(config).privateKeys.length > 0,
  publicUrl: config.publicUrl,
});

/** Registration, login, second factors, sign-in with other providers, sessions, API keys and the first setup. */
export const authenticationModules = [
  {
    useCases: named(
      [ensureAdministrator, register, logIn, refreshSession, endSessions, changePassword, proveOwner, updateProfile],
      'ensureAdministrator',
      'register',
      'logIn',
      'refreshSession',
      'logOut',
      'changePassword',
      'proveOwner',
      'updateProfile',
    ),
    routes: [
      supply(authRoutes, ({ config }: Installation) => ({
        registerLimit: registerLimit(config.registerPerMinute),
      })),
    ],
  },
  {
    useCases: named(
      [requestPasswordReset, setPasswordByLink, userMails],
      'requestPasswordReset',
      'confirmPasswordReset',
      'sendPasswordReset',
    ),
    routes: [supply(passwordResetRoutes, () => ({ resetLimit: passwordResetLimit, linkLimit: mailLinkLimit }))],
  },
  {
    useCases: named([userMails, setPasswordByLink], 'sendInvitation', 'confirmInvitation'),
    routes: [supply(invitationRoutes, mailLinks)],
  },
  { useCases: named([confirmEmailChange], 'confirmEmailChange'), routes: [supply(emailChangeRoutes, mailLinks)] },
  {
    useCases: named(
      [logInWithFactor, totp, recoveryCodes, stepUp, removeFactor, userCredentials],
      'logInWithFactor',
      'enrolTotp',
      'confirmTotp',
      'replaceRecoveryCodes',
      'stepUp',
      'removeFactor',
      'resetFactors',
    ),
    routes: [factorRoutes],
  },
  {
    useCases: named(
      [logInWithPasskey, addPasskey],
      'logInWithPasskey',
      'beginPasskey',
      'addPasskey',
      'beginPasskeyLogin',
    ),
    routes: [passkeyRoutes],
  },
  {
    useCases: named(
      [exchangeTicket, startSignIn, finishSignIn, ownIdentities, userCredentials],
      'exchangeTicket',
      'startSignIn',
      'finishSignIn',
      'linkIdentity',
      'unlinkIdentity',
      'unlinkUserIdentity',
    ),
    routes: [
      supply(signInRoutes, ({ config }: Installation) => ({ ...config.signInPages, providers: config.providers })),
      supply(identityRoutes, ({ config }: Installation) => ({ providers: config.providers })),
    ],
  },
  {
    useCases: named([endSessions, endUserSessions], 'endSession', 'endUserSession', 'endUserSessions'),
    routes: [sessionRoutes],
  },
  {
    useCases: named(
      [createApiKey, updateApiKey, rotateApiKey, deleteApiKey, recordKeyUse],
      'createApiKey',
      'updateApiKey',
      'rotateApiKey',
      'deleteApiKey',
      'recordKeyUse',
    ),
    routes: [apiKeyRoutes],
  },
  {
    useCases: named([endKeyTokens], 'endKeyTokens'),
    routes: [supply(oauthMetadataRoutes, resourceServers), supply(oauthRoutes, resourceServers)],
  },
  // Checks of the keys that encrypt stored secrets.
  {
    useCases: named(
      [checkSecretsKeys, reencryptSecrets],
      'checkSecretsKeys',
      'compareSecretsKeys',
      'acceptLostSecretsKeys',
      'reencryptSecrets',
    ),
  },
  { useCases: named([setupLink], 'checkSetup', 'completeSetup'), routes: [setupRoutes] },
] as const satisfies readonly ModuleParts[];
