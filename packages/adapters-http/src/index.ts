export { readAccessControlDocument } from './routes/access-control-document.ts';
export {
  accessTokenService,
  type AccessClaims,
  type AccessTokenOptions,
  type AccessTokenService,
} from './checks/access-tokens.ts';
export { admission, type AdmissionLimits, type Admit } from './checks/admission.ts';
export { accountErrors, newAccountErrors } from './validation/accounts.ts';
export type { LargeResponseLimits } from './server/large-response-slots.ts';
export { ClientStalled } from './responses/response-stream.ts';
export { createApp, type AppOptions } from './server/app.ts';
export { auditLogRoutes } from './routes/audit-logs.ts';
export { eventRoutes, type EventRouteDependencies } from './routes/events.ts';
export { authRoutes, type AuthRouteDependencies } from './routes/auth.ts';
export { categoryRoutes, type CategoryRouteDependencies } from './routes/categories.ts';
export { contentBatchRoutes, type ContentBatchRouteDependencies } from './routes/content-batches.ts';
export { contentScheduleRoutes, type ContentScheduleRouteDependencies } from './routes/content-schedules.ts';
export { contentRoutes, type ContentRouteDependencies } from './routes/contents.ts';
export { openApiFile, openApiText } from './openapi/document-file.ts';
export { documentationRoutes, openApiDocumentOf } from './openapi/documentation.ts';
export { HttpError } from './responses/http-error.ts';
export { errorTable, publicReasons, type Reason } from './responses/error-table.ts';
export { Authenticator, type Authenticated } from './checks/authenticator.ts';
export { feedRoutes, type FeedRouteDependencies } from './routes/feeds.ts';
export { healthRoutes, type HealthRouteDependencies } from './routes/health.ts';
export { createHttpServer } from './server/http-server.ts';
export type { BodyLimits } from './body/json-body.ts';
export { eventLoopShare, type EventLoopShare } from './checks/event-loop-share.ts';
export { jsonDecoder, type JsonDecoder } from './body/json-decoder.ts';
export { menuRoutes, type MenuRouteDependencies } from './routes/menus.ts';
export {
  factorThrottle,
  loginThrottle,
  mailThrottle,
  type LoginLimits,
  type LoginLock,
  type MailLimits,
} from './checks/throttles.ts';
export { factorRoutes, type FactorRouteDependencies } from './routes/factors.ts';
export { passkeyRoutes, type PasskeyRouteDependencies } from './routes/passkeys.ts';
export { ExternalServiceFailure } from './responses/envelope.ts';
export { identityRoutes, type IdentityRouteDependencies } from './routes/identities.ts';
export { signInRoutes, type SignInPages, type SignInRouteDependencies } from './routes/sign-ins.ts';
export { passwordResetRoutes, type PasswordResetRouteDependencies } from './routes/password-resets.ts';
export { invitationRoutes, type InvitationRouteDependencies } from './routes/invitations.ts';
export { emailChangeRoutes, type EmailChangeRouteDependencies } from './routes/email-changes.ts';
export { mount, type MountOptions, type RoutesMiddleware } from './server/mount.ts';
export { operationRoutes } from './routes/operations.ts';
export { overviewRoutes, type OverviewRouteDependencies } from './routes/overview.ts';
export { reasonsOf } from './openapi/reasons.ts';
export { permissionRoutes, type PermissionRouteDependencies } from './routes/permissions.ts';
export { memoryCounters, postgresCounters, redisCounters } from './checks/rate-counters.ts';
export {
  rateLimits,
  tooManyRequests,
  type Counted,
  type CounterStore,
  type Limit,
  type RateLimits,
} from './checks/rate-limit.ts';
export { Describe } from './validation/descriptions.ts';
export * as field from './validation/fields.ts';
export * as schema from './validation/schema.ts';
export { administrators } from './routes/access.ts';
export { ListParameters } from './routes/list-query.ts';
export { Like, requestOf } from './validation/request.ts';
export { fieldsOf, partial, type Field, type RequestSchema } from './validation/validate.ts';
export type { RequestEntry } from './server/request-entry.ts';
export { streamRoutes, type StreamRouteDependencies } from './routes/streams.ts';
export { previewRoutes, type PreviewRouteDependencies } from './routes/previews.ts';
export { workingCopyRoutes, type WorkingCopyRouteDependencies } from './routes/working-copies.ts';
export { revisionRoutes, type RevisionRouteDependencies } from './routes/revisions.ts';
export { roleRoutes, type RoleRouteDependencies } from './routes/roles.ts';
export { declareOperation, route, type OperationId, type Route } from './routes/route.ts';
export { readSite, type SiteFile, type SiteFiles } from './server/site-files.ts';
export type { SiteOptions } from './server/site.ts';
export { sessionRoutes, type SessionRouteDependencies } from './routes/sessions.ts';
export { setupRoutes, type LoadDemo, type SetupRouteDependencies } from './routes/setup.ts';
export { tagRoutes, type TagRouteDependencies } from './routes/tags.ts';
export { userRoutes, type UserRouteDependencies } from './routes/users.ts';
export { webhookDeliveryRoutes, type WebhookDeliveryRouteDependencies } from './routes/webhook-deliveries.ts';
export { webhookRoutes, type WebhookRouteDependencies } from './routes/webhooks.ts';
