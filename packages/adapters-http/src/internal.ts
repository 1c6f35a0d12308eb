export * as field from './validation/fields.ts';
export * as schema from './validation/schema.ts';
export type { BodyLimits } from './body/receive-body.ts';
export * from './body/json-decoder.ts';
export {
  type AccessClaims,
  type AccessTokenOptions,
  accessTokenService,
  type AccessTokenService,
  type TokenKey,
  type TokenKeys,
} from './checks/access-tokens.ts';
export * from './checks/admission.ts';
export { type Authenticated, Authenticator } from './checks/authenticator.ts';
export * from './checks/event-loop-share.ts';
export * from './checks/rate-counters.ts';
export {
  type Counted,
  type CounterStore,
  type Limit,
  rateLimits,
  type RateLimits,
  tooManyRequests,
} from './checks/rate-limit.ts';
export * from './checks/throttles.ts';
export { openApiFile, openApiText } from './openapi/document-file.ts';
export * from './openapi/documentation.ts';
export { reasonsOf } from './openapi/reasons.ts';
export { ExternalServiceFailure } from './responses/envelope.ts';
export { errorTable, publicReasons, type Reason } from './responses/error-table.ts';
export { HttpError } from './responses/http-error.ts';
export type { SerializedJson } from './responses/response-data.ts';
export { accessFilterRoutes } from './routes/access-filter.ts';
export type { StandardError, StandardForm } from './routes/standard-form.ts';
export { ClientStalled } from './responses/response-stream.ts';
export * from './routes/access-control-document.ts';
export { readImportedContent } from './routes/imported-contents.ts';
export { importedUserFields, readImportedUser, textOfRole } from './routes/imported-users.ts';
export { administrators } from './routes/access.ts';
export * from './routes/api-keys.ts';
export * from './routes/audit-logs.ts';
export * from './routes/auth.ts';
export { authzenRoutes } from './routes/authzen.ts';
export * from './routes/categories.ts';
export * from './routes/content-batches.ts';
export * from './routes/content-schedules.ts';
export * from './routes/contents.ts';
export * from './routes/mail-links.ts';
export * from './routes/events.ts';
export * from './routes/factors.ts';
export * from './routes/feeds.ts';
export { assertionIssuer, type IssueAssertion } from './checks/assertions.ts';
export * from './routes/forward.ts';
export * from './routes/health.ts';
export * from './routes/holders.ts';
export * from './routes/identities.ts';
export { ListParameters } from './routes/list-query.ts';
export { formReceiver } from './body/receive-form.ts';
export type { ReceiveForm } from './body/multipart-body.ts';
export { mediaRoutes } from './routes/media.ts';
export type { MediaSite, WrittenCoverDependencies } from './responses/content-covers.ts';
export { mediaFileRoutes } from './routes/media-files.ts';
export { mediaUploadRoutes } from './routes/media-uploads.ts';
export { menuRoutes } from './routes/menus.ts';
export {
  consoleRoutes,
  scriptPathOf,
  type ConsolePart,
  type ConsoleRouteDependencies,
  type ConsoleScreen,
} from './routes/console.ts';
export { operationRoutes } from './routes/operations.ts';
export type { KnownToken, TokenStatus, TokenStatusDependencies } from './checks/token-status.ts';
export { oauthRoutes } from './routes/oauth.ts';
export { oauthMetadataRoutes, type ResourceServerSupport } from './routes/oauth-metadata.ts';
export * from './routes/overview.ts';
export { ownRoutes } from './routes/own-resources.ts';
export * from './routes/passkeys.ts';
export { permissionRoutes } from './routes/permissions.ts';
export * from './routes/previews.ts';
export * from './routes/revisions.ts';
export { permissionGrantRoutes } from './routes/permission-grants.ts';
export { readyRoleRoutes } from './routes/ready-roles.ts';
export { roleGrantRoutes } from './routes/role-grants.ts';
export { roleRoutes } from './routes/roles.ts';
export { declareOperation, fullPathOf, type OperationId, route, type Route } from './routes/route.ts';
export * from './routes/sessions.ts';
export { routeTableRoutes } from './routes/route-table.ts';
export * from './routes/setup.ts';
export { type SignInPages, signInRoutes } from './routes/sign-ins.ts';
export * from './routes/streams.ts';
export * from './routes/tags.ts';
export type * from './routes/use-cases.ts';
export { userAttributeRoutes } from './routes/user-attributes.ts';
export { userRoutes } from './routes/users.ts';
export * from './routes/webhook-deliveries.ts';
export * from './routes/webhooks.ts';
export * from './routes/what-if.ts';
export * from './routes/working-copies.ts';
export * from './server/app.ts';
export * from './server/http-server.ts';
export type { LargeResponseLimits } from './server/large-response-slots.ts';
export * from './server/mount.ts';
export type { RequestEntry } from './server/request-entry.ts';
export * from './server/site-files.ts';
export type { SiteOptions } from './server/site.ts';
export * from './validation/accounts.ts';
export { Describe } from './validation/descriptions.ts';
export * from './validation/request.ts';
export { type Field, fieldsOf, partial, type RequestSchema } from './validation/validate.ts';
