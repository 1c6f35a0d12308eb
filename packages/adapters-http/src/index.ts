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
export { ClientStalled } from './answers/response-stream.ts';
export { createApp, type AppOptions } from './server/app.ts';
export { auditLogRoutes } from './routes/audit-logs.ts';
export { eventRoutes } from './routes/events.ts';
export { authRoutes } from './routes/auth.ts';
export { categoryRoutes } from './routes/categories.ts';
export { contentBatchRoutes } from './routes/content-batches.ts';
export { contentScheduleRoutes } from './routes/content-schedules.ts';
export { contentRoutes } from './routes/contents.ts';
export { openApiFile, openApiText } from './openapi/document-file.ts';
export { documentationRoutes, openApiDocumentOf } from './openapi/documentation.ts';
export { HttpError } from './answers/http-error.ts';
export { errorTable, publicReasons, type Reason } from './answers/error-table.ts';
export { Authenticator, type Authenticated } from './checks/authenticator.ts';
export { feedRoutes } from './routes/feeds.ts';
export { healthRoutes } from './routes/health.ts';
export { createHttpServer } from './server/http-server.ts';
export type { BodyLimits } from './body/json-body.ts';
export { eventLoopShare, type EventLoopShare } from './checks/event-loop-share.ts';
export { jsonDecoder, type JsonDecoder } from './body/json-decoder.ts';
export { menuRoutes } from './routes/menus.ts';
export { loginThrottle, type LoginLimits, type LoginLock } from './checks/login-throttle.ts';
export { factorThrottle } from './checks/factor-throttle.ts';
export { factorRoutes } from './routes/factors.ts';
export { passkeyRoutes } from './routes/passkeys.ts';
export { mailThrottle, type MailLimits } from './checks/mail-throttle.ts';
export { ExternalServiceFailure } from './answers/error-report.ts';
export { identityRoutes } from './routes/identities.ts';
export { signInRoutes, type SignInPages } from './routes/sign-ins.ts';
export { passwordResetRoutes } from './routes/password-resets.ts';
export { invitationRoutes } from './routes/invitations.ts';
export { emailChangeRoutes } from './routes/email-changes.ts';
export { mount, type MountOptions, type RoutesMiddleware } from './server/mount.ts';
export { overviewRoutes } from './routes/overview.ts';
export { reasonsOf } from './openapi/reasons.ts';
export { permissionRoutes } from './routes/permissions.ts';
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
export { roleRoutes } from './routes/roles.ts';
export { route, type Route } from './routes/route.ts';
export { readSite, type SiteFile, type SiteFiles } from './server/site-files.ts';
export type { SiteOptions } from './server/site.ts';
export { sessionRoutes } from './routes/sessions.ts';
export { setupRoutes, type LoadDemo } from './routes/setup.ts';
export { tagRoutes } from './routes/tags.ts';
export { userRoutes } from './routes/users.ts';
export { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
export { webhookRoutes } from './routes/webhooks.ts';
