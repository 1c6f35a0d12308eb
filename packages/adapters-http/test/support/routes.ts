import { generateKeyPairSync } from 'node:crypto';
import * as application from '@portcullis/application/internal';
import type { InMemoryWorld } from '@portcullis/testing';
import { defaultMediaPresets, type RegistrationMode, type UserDetailsMode } from '@portcullis/domain/internal';
import {
  accessFilterRoutes,
  accessTokenService,
  assertionIssuer,
  apiKeyRoutes,
  auditLogRoutes,
  authzenRoutes,
  eventRoutes,
  authRoutes,
  categoryRoutes,
  consoleRoutes,
  contentBatchRoutes,
  contentRoutes,
  contentScheduleRoutes,
  documentationRoutes,
  factorRoutes,
  feedRoutes,
  forwardRoutes,
  healthRoutes,
  holderRoutes,
  identityRoutes,
  signInRoutes,
  loginThrottle,
  operationRoutes,
  passkeyRoutes,
  emailChangeRoutes,
  invitationRoutes,
  passwordResetRoutes,
  memoryCounters,
  mediaFileRoutes,
  mediaRoutes,
  mediaUploadRoutes,
  menuRoutes,
  oauthMetadataRoutes,
  oauthRoutes,
  overviewRoutes,
  permissionRoutes,
  rateLimits,
  previewRoutes,
  revisionRoutes,
  routeTableRoutes,
  permissionGrantRoutes,
  readyRoleRoutes,
  roleGrantRoutes,
  roleRoutes,
  sessionRoutes,
  streamRoutes,
  setupRoutes,
  tagRoutes,
  userAttributeRoutes,
  userRoutes,
  workingCopyRoutes,
  webhookDeliveryRoutes,
  webhookRoutes,
  whatIfRoutes,
  type AccessTokenService,
  type Route,
  type Limit,
  type TokenKey,
  type TokenKeys,
} from '../../src/internal.ts';

const minute = { seconds: 60 } as const;

const roleGrantBodyLimits = { maxBytes: 192 * 1024, maxMs: 10_000, maxKeys: 4000 };

/** How many bytes of files may be stored. */
export const mediaQuota = 1_000_000_000_000;

const idle = { running: 0, waiting: 0 };

const idleSystem: application.SystemState = {
  version: '0.0.0',
  database: { kind: 'embedded', connections: { inUse: 0, idle: 1, waiting: 0 } },
  replicas: [],
  load: { passwords: idle, smallDocuments: idle, largeDocuments: idle },
  hasMailServer: false,
  hasPublicUrl: false,
  figures: [],
  limits: [],
};

/** The limits of docs/interface.md §8. */
const loginLimits = {
  perAccountAndAddress: { name: 'login', calls: 10, seconds: 15 * 60, per: 'account' },
  perAccount: { name: 'login-account', calls: 100, seconds: 60 * 60, per: 'account' },
  perKnownAddress: { name: 'login-known-address', calls: 20, seconds: 60 * 60, per: 'account' },
  recordedPerAddress: { name: 'login-recorded', calls: 100, seconds: 60 * 60, per: 'address' },
} as const;

/**
 * Settings of the routes. One client IP address may send `registerCalls` registrations per minute, and one caller may
 * set roles `setUserRolesCalls` times per minute.
 */
export interface RouteOptions {
  readonly setUserRolesCalls?: number;
  readonly registerCalls?: number;
  /** Number of requests for a token that one address may send per minute. */
  readonly tokenCalls?: number;
  /** Number of requests that one API key may send per minute. */
  readonly keyCalls?: number;
  readonly registration?: RegistrationMode;
  readonly userDetails?: UserDetailsMode;
  /** Whether the installation has a `PUBLIC_URL`. */
  readonly isDiscoverable?: boolean;
  /** Whether the service trusts the headers of a proxy. */
  readonly isProxyTrusted?: boolean;
}

/** The keys that sign and verify access tokens. A rotation has begun, so there are two. */
export const tokenKeys: TokenKeys = [tokenKeyPair('key-1'), tokenKeyPair('key-2')];

/** Returns a new Ed25519 key for tokens. */
function tokenKeyPair(id: string): TokenKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { id, algorithm: 'EdDSA', signingKey: privateKey, verifyingKey: publicKey };
}

const publicUrl = 'https://id.example.com';

/** Returns the service for access tokens, with the clock and ids of the world. */
export const tokenService = ({ clock, ids }: Pick<InMemoryWorld, 'clock' | 'ids'>): AccessTokenService =>
  accessTokenService({ tokenKeys, publicUrl, expiresIn: '15m', ttlSeconds: 900, clock, ids });

/** Returns all routes, with the in-memory world as their store. */
export function routesOn(
  world: InMemoryWorld,
  {
    registerCalls = 1_000_000,
    tokenCalls = 1_000_000,
    setUserRolesCalls = 10,
    registration = 'open',
    userDetails = 'all',
    isDiscoverable = true,
    isProxyTrusted = false,
  }: RouteOptions = {},
): readonly Route[] {
  // The password policy must reject `password1` as a common password.
  const use = {
    ...world,
    registration,
    policy: { ...world.policy, common: new Set(['password1']) },
    throttle: loginThrottle(rateLimits(memoryCounters), loginLimits, () => {}),
  };
  const covers = { writtenMedia: use.media, mediaOrigin: '' };
  const setUserRolesLimit: Limit = { name: 'set-user-roles', calls: setUserRolesCalls, per: 'caller', ...minute };
  const routes: readonly Route[] = [
    ...authRoutes({
      register: application.register(use),
      logIn: application.logIn(use),
      refreshSession: application.refreshSession(use),
      logOut: application.logOut(use),
      changePassword: application.changePassword(use),
      proveOwner: application.proveOwner(use),
      updateProfile: application.updateProfile(use),
      users: use.users,
      registration,
      registerLimit: { name: 'register', calls: registerCalls, per: 'address', ...minute },
    }),
    ...sessionRoutes({
      endSession: application.endSession(use),
      endUserSession: application.endUserSession(use),
      endUserSessions: application.endUserSessions(use),
    }),
    ...userAttributeRoutes({ setUserAttributes: application.setUserAttributes(use) }),
    ...apiKeyRoutes({
      createApiKey: application.createApiKey(use),
      updateApiKey: application.updateApiKey(use),
      rotateApiKey: application.rotateApiKey(use),
      deleteApiKey: application.deleteApiKey(use),
    }),
    ...oauthRoutes({
      ...use,
      hasPublicKeys: true,
      accessTokens: tokenService(use),
      endSession: application.endSession(use),
      deleteApiKey: application.deleteApiKey(use),
      endKeyTokens: application.endKeyTokens(use),
      oauthTokenLimit: { name: 'oauth-token', calls: tokenCalls, per: 'address', ...minute },
    }),
    ...oauthMetadataRoutes({ keys: { tokenKeys }, hasPublicKeys: true, publicUrl }),
    ...passwordResetRoutes({
      requestPasswordReset: application.requestPasswordReset(use),
      confirmPasswordReset: application.confirmPasswordReset(use),
      sendPasswordReset: application.sendPasswordReset(use),
      resetLimit: { name: 'password-resets', calls: 1_000_000, per: 'address', ...minute },
      linkLimit: { name: 'mail-links', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...invitationRoutes({
      sendInvitation: application.sendInvitation(use),
      confirmInvitation: application.confirmInvitation(use),
      linkLimit: { name: 'mail-links', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...emailChangeRoutes({
      confirmEmailChange: application.confirmEmailChange(use),
      linkLimit: { name: 'mail-links', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...factorRoutes({
      logInWithFactor: application.logInWithFactor(use),
      proveOwner: application.proveOwner(use),
      enrolTotp: application.enrolTotp(use),
      confirmTotp: application.confirmTotp(use),
      replaceRecoveryCodes: application.replaceRecoveryCodes(use),
      stepUp: application.stepUp(use),
      removeFactor: application.removeFactor(use),
      resetFactors: application.resetFactors(use),
      factors: use.factors,
    }),
    ...passkeyRoutes({
      proveOwner: application.proveOwner(use),
      beginPasskey: application.beginPasskey(use),
      addPasskey: application.addPasskey(use),
      beginPasskeyLogin: application.beginPasskeyLogin(use),
      logInWithPasskey: application.logInWithPasskey(use),
      passkeyLoginLimit: { name: 'passkey-login', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...signInRoutes({
      startSignIn: application.startSignIn(use),
      finishSignIn: application.finishSignIn(use),
      exchangeTicket: application.exchangeTicket(use),
      providers: use.providers.all,
      signInLimit: { name: 'sign-in', calls: 1_000_000, per: 'address', ...minute },
      origins: ['https://app.example.com'],
      isSecure: true,
      logInPage: 'https://cms.example.com/admin/',
    }),
    ...identityRoutes({
      providers: use.providers.all,
      identities: use.identities,
      users: use.users,
      proveOwner: application.proveOwner(use),
      linkIdentity: application.linkIdentity(use),
      unlinkIdentity: application.unlinkIdentity(use),
      unlinkUserIdentity: application.unlinkUserIdentity(use),
      linkIdentityLimit: { name: 'link-identity', calls: 1_000_000, per: 'caller', ...minute },
    }),
    ...setupRoutes({
      checkSetup: application.checkSetup(use),
      completeSetup: application.completeSetup(use),
      logIn: application.logIn(use),
      loadDemo: async () => ({ password: 'demo-password', isComplete: true }),
      setupLimit: { name: 'setup', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...permissionRoutes({
      createPermission: application.createPermission(use),
      updatePermission: application.updatePermission(use),
      adoptPermission: application.adoptPermission(use),
      deletePermission: application.deletePermission(use),
    }),
    ...roleRoutes({
      createRole: application.createRole(use),
      updateRole: application.updateRole(use),
      deleteRole: application.deleteRole(use),
      setRolePermissions: application.setRolePermissions(use),
      setRoleMenus: application.setRoleMenus(use),
    }),
    ...userRoutes({
      createUser: application.createUser(use),
      createServiceAccount: application.createServiceAccount(use),
      inviteUser: application.inviteUser(use),
      updateUser: application.updateUser(use),
      deleteUser: application.deleteUser(use),
      setUserRoles: application.setUserRoles(use),
      setUserPassword: application.setUserPassword(use),
      users: use.users,
      policy: use.policy,
      userDetails,
      setUserRolesLimit,
    }),
    ...readyRoleRoutes({ addReadyRole: application.addReadyRole(use) }),
    ...permissionGrantRoutes({
      setPermissionGrants: application.setPermissionGrants(use),
      bodyLimits: roleGrantBodyLimits,
    }),
    ...roleGrantRoutes({
      setRoleGrants: application.setRoleGrants(use),
      setUserRolesLimit,
      bodyLimits: roleGrantBodyLimits,
    }),
    ...menuRoutes({
      createMenu: application.createMenu(use),
      updateMenu: application.updateMenu(use),
      moveMenu: application.moveMenu(use),
      deleteMenu: application.deleteMenu(use),
      menus: use.menus,
    }),
    ...contentRoutes({
      createContent: application.createContent(use),
      updateContent: application.updateContent(use),
      publishContent: application.publishContent(use),
      changeContentStatus: application.changeContentStatus(use),
      deleteContent: application.deleteContent(use),
      previewContent: application.previewContent(use),
      ...covers,
      bodyLimits: { maxBytes: 24 * 1024 * 1024, maxMs: 55_000 },
    }),
    ...workingCopyRoutes({
      saveWorkingCopy: application.saveWorkingCopy(use),
      readWorkingCopy: application.readWorkingCopy(use),
      discardWorkingCopy: application.discardWorkingCopy(use),
      publishWorkingCopy: application.publishWorkingCopy(use),
      ...covers,
      bodyLimits: { maxBytes: 24 * 1024 * 1024, maxMs: 55_000 },
    }),
    ...previewRoutes({
      createPreviewLink: application.createPreviewLink(use),
      listPreviewLinks: application.listPreviewLinks(use),
      revokePreviewLink: application.revokePreviewLink(use),
      readPreview: application.readPreview(use),
      ...covers,
    }),
    ...revisionRoutes({
      listRevisions: application.listRevisions(use),
      readRevision: application.readRevision(use),
      compareRevisions: application.compareRevisions(use),
      restoreContent: application.restoreContent(use),
      ...covers,
    }),
    ...contentBatchRoutes({ changeContents: application.changeContents(use) }),
    ...contentScheduleRoutes({ scheduleContent: application.scheduleContent(use), ...covers }),
    ...categoryRoutes({
      createCategory: application.createCategory(use),
      updateCategory: application.updateCategory(use),
      deleteCategory: application.deleteCategory(use),
    }),
    ...tagRoutes({
      createTag: application.createTag(use),
      createTags: application.createTags(use),
      updateTag: application.updateTag(use),
      deleteTag: application.deleteTag(use),
      tags: use.tags,
    }),
    ...mediaRoutes({
      updateMedia: application.updateMedia(use),
      deleteMedia: application.deleteMedia(use),
      media: use.media,
      ...covers,
    }),
    ...mediaUploadRoutes({
      uploadMedia: application.uploadMedia({
        ...use,
        mediaQuota: { all: mediaQuota, perUploader: mediaQuota },
        mediaWakeUp: { wake: () => undefined },
      }),
      mediaOrigin: '',
      mediaBodyLimits: { maxBytes: 100_000, maxMs: 10_000 },
      uploadLimit: { name: 'uploads', calls: 1_000_000, per: 'address', ...minute },
    }),
    ...mediaFileRoutes({ media: use.media, mediaStore: use.mediaStore, mediaPresets: defaultMediaPresets }),
    ...webhookRoutes({
      createWebhook: application.createWebhook(use),
      updateWebhook: application.updateWebhook(use),
      deleteWebhook: application.deleteWebhook(use),
      rotateWebhookSecret: application.rotateWebhookSecret(use),
      replayEvents: application.replayEvents(use),
    }),
    ...webhookDeliveryRoutes({
      testWebhook: application.testWebhook(use),
      retryDelivery: application.retryDelivery(use),
      testWebhookLimit: { name: 'test-webhook', calls: 10, per: 'caller', ...minute },
    }),
    ...streamRoutes({
      createStreamTicket: application.createStreamTicket(use),
      liveUpdates: new application.LiveUpdates(use),
      streamLimit: { name: 'stream', calls: 60, per: 'caller', ...minute },
      streamTicketLimit: { name: 'stream-ticket', calls: 60, per: 'caller', ...minute },
    }),
    ...feedRoutes({ visitorViews: use, site: undefined, mediaOrigin: '' }),
    ...eventRoutes({ ownEvents: [] }),
    ...consoleRoutes({ ownEvents: [], consoleParts: [] }),
    ...auditLogRoutes,
    ...overviewRoutes({ systemState: () => idleSystem, checkInstallation: async () => [] }),
    ...healthRoutes({ readiness: { state: async () => ({ reads: true, writes: true }) }, isServing: () => true }),
    ...holderRoutes(),
    ...routeTableRoutes({
      setProtectedRoutes: application.setProtectedRoutes(use),
      bodyLimits: roleGrantBodyLimits,
    }),
    ...forwardRoutes({
      currentRoutes: new application.CurrentRoutes(use),
      isProxyTrusted,
      issueAssertion: assertionIssuer({ tokenKeys, ...use }),
    }),
    ...accessFilterRoutes({
      filterAccess: application.filterAccess(use),
      filterOwnAccess: application.filterOwnAccess(use),
    }),
    ...whatIfRoutes({ whatIf: application.whatIf(use), bodyLimits: roleGrantBodyLimits }),
    ...operationRoutes([]),
    ...authzenRoutes(
      {
        evaluateAccess: application.evaluateAccess(use),
        publicUrl: isDiscoverable ? 'https://id.example.com' : undefined,
        bodyLimits: { maxBytes: 256 * 1024, maxMs: 10_000, maxKeys: 10_000 },
      },
      () => routes,
    ),
    ...documentationRoutes(() => routes),
  ];
  return routes;
}
