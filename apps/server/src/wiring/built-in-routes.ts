import { accessFilterRoutes } from '@portcullis/adapters-http/internal/routes/access/access-filter';
import { apiKeyRoutes } from '@portcullis/adapters-http/internal/routes/access/api-keys';
import { auditLogRoutes } from '@portcullis/adapters-http/internal/routes/events/audit-logs';
import { authRoutes } from '@portcullis/adapters-http/internal/routes/accounts/auth';
import { categoryRoutes } from '@portcullis/adapters-http/internal/routes/contents/categories';
import { consoleRoutes } from '@portcullis/adapters-http/internal/routes/console';
import { contentBatchRoutes } from '@portcullis/adapters-http/internal/routes/contents/content-batches';
import { contentScheduleRoutes } from '@portcullis/adapters-http/internal/routes/contents/content-schedules';
import { contentRoutes } from '@portcullis/adapters-http/internal/routes/contents/contents';
import { eventRoutes } from '@portcullis/adapters-http/internal/routes/events/events';
import { factorRoutes } from '@portcullis/adapters-http/internal/routes/accounts/factors';
import { feedRoutes } from '@portcullis/adapters-http/internal/routes/contents/feeds';
import { forwardRoutes } from '@portcullis/adapters-http/internal/routes/access/forward';
import { healthRoutes } from '@portcullis/adapters-http/internal/routes/health';
import { holderRoutes } from '@portcullis/adapters-http/internal/routes/access/holders';
import { identityRoutes } from '@portcullis/adapters-http/internal/routes/accounts/identities';
import { mailLinkRoutes } from '@portcullis/adapters-http/internal/routes/accounts/mail-links';
import { mediaRoutes } from '@portcullis/adapters-http/internal/routes/media/media';
import { mediaFileRoutes } from '@portcullis/adapters-http/internal/routes/media/media-files';
import { mediaUploadRoutes } from '@portcullis/adapters-http/internal/routes/media/media-uploads';
import { menuRoutes } from '@portcullis/adapters-http/internal/routes/access/menus';
import { oauthRoutes } from '@portcullis/adapters-http/internal/routes/access/oauth';
import { oauthMetadataRoutes } from '@portcullis/adapters-http/internal/routes/access/oauth-metadata';
import { overviewRoutes } from '@portcullis/adapters-http/internal/routes/overview';
import { passkeyRoutes } from '@portcullis/adapters-http/internal/routes/accounts/passkeys';
import { permissionGrantRoutes } from '@portcullis/adapters-http/internal/routes/access/permission-grants';
import { permissionRoutes } from '@portcullis/adapters-http/internal/routes/access/permissions';
import { previewRoutes } from '@portcullis/adapters-http/internal/routes/contents/previews';
import { readyRoleRoutes } from '@portcullis/adapters-http/internal/routes/access/ready-roles';
import { removedContentRoutes } from '@portcullis/adapters-http/internal/routes/contents/removed-contents';
import { revisionRoutes } from '@portcullis/adapters-http/internal/routes/contents/revisions';
import { roleGrantRoutes } from '@portcullis/adapters-http/internal/routes/access/role-grants';
import { roleRoutes } from '@portcullis/adapters-http/internal/routes/access/roles';
import { routeTableRoutes } from '@portcullis/adapters-http/internal/routes/route-table';
import { sessionRoutes } from '@portcullis/adapters-http/internal/routes/accounts/sessions';
import { setupRoutes } from '@portcullis/adapters-http/internal/routes/accounts/setup';
import { signInRoutes } from '@portcullis/adapters-http/internal/routes/accounts/sign-ins';
import { streamRoutes } from '@portcullis/adapters-http/internal/routes/events/streams';
import { tagRoutes } from '@portcullis/adapters-http/internal/routes/contents/tags';
import { userAttributeRoutes } from '@portcullis/adapters-http/internal/routes/accounts/user-attributes';
import { userRoutes } from '@portcullis/adapters-http/internal/routes/accounts/users';
import { webhookDeliveryRoutes } from '@portcullis/adapters-http/internal/routes/events/webhook-deliveries';
import { webhookRoutes } from '@portcullis/adapters-http/internal/routes/events/webhooks';
import { whatIfRoutes } from '@portcullis/adapters-http/internal/routes/access/what-if';
import { workingCopyRoutes } from '@portcullis/adapters-http/internal/routes/contents/working-copies';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import * as limits from '../config/limits.ts';
import { signingKeyTexts } from '../config/signing-keys.ts';
import type { RouteServices } from './services.ts';

/** Returns the endpoints of the service, roughly in the order of docs/interface.md §4. */
export function builtInRoutes(use: RouteServices): readonly Route[] {
  const { config } = use;
  const { providers, publicUrl, userDetails, feedSite: site } = config;
  const longBody = { bodyLimits: limits.contentBodyLimits };
  const longList = { bodyLimits: limits.roleGrantBodyLimits };
  const resourceServer = { publicUrl, hasPublicKeys: signingKeyTexts(config).privateKeys.length > 0 };
  return [
    ...authRoutes({ ...use, registerLimit: limits.registerLimit(config.registerPerMinute) }),
    ...mailLinkRoutes({ ...use, linkLimit: limits.mailLinkLimit, resetLimit: limits.passwordResetLimit }),
    ...factorRoutes(use),
    ...passkeyRoutes(use),
    ...signInRoutes({ ...use, ...config.signInPages, providers }),
    ...identityRoutes({ ...use, providers }),
    ...sessionRoutes(use),
    ...apiKeyRoutes(use),
    ...oauthMetadataRoutes({ ...use, ...resourceServer }),
    ...oauthRoutes({ ...use, ...resourceServer }),
    ...setupRoutes(use),
    ...permissionRoutes(use),
    ...roleRoutes(use),
    ...readyRoleRoutes(use),
    ...userRoutes({ ...use, userDetails }),
    ...userAttributeRoutes(use),
    ...permissionGrantRoutes({ ...use, bodyLimits: limits.permissionGrantBodyLimits }),
    ...roleGrantRoutes({ ...use, ...longList }),
    ...menuRoutes(use),
    // Before the routes with `/contents/:id`, which would also match.
    ...removedContentRoutes(use),
    ...contentRoutes({ ...use, ...longBody }),
    ...workingCopyRoutes({ ...use, ...longBody }),
    ...previewRoutes(use),
    ...revisionRoutes(use),
    ...contentBatchRoutes(use),
    ...contentScheduleRoutes(use),
    ...categoryRoutes(use),
    ...tagRoutes(use),
    ...mediaUploadRoutes(use),
    ...mediaRoutes(use),
    ...mediaFileRoutes(use),
    ...feedRoutes({ ...use, site }),
    ...holderRoutes(),
    ...accessFilterRoutes(use),
    ...whatIfRoutes({ ...use, ...longList }),
    ...routeTableRoutes({ ...use, ...longList }),
    ...forwardRoutes({ ...use, isProxyTrusted: config.trustProxy > 0 }),
    ...webhookRoutes(use),
    ...webhookDeliveryRoutes(use),
    ...streamRoutes(use),
    ...eventRoutes(use),
    ...auditLogRoutes,
    ...overviewRoutes(use),
    ...consoleRoutes(use),
    ...healthRoutes(use),
  ];
}
