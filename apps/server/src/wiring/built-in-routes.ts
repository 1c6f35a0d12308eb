import { accessFilterRoutes } from '@portcullis/adapters-http/internal/routes/access-filter';
import { apiKeyRoutes } from '@portcullis/adapters-http/internal/routes/api-keys';
import { auditLogRoutes } from '@portcullis/adapters-http/internal/routes/audit-logs';
import { authRoutes } from '@portcullis/adapters-http/internal/routes/auth';
import { categoryRoutes } from '@portcullis/adapters-http/internal/routes/categories';
import { consoleRoutes } from '@portcullis/adapters-http/internal/routes/console';
import { contentBatchRoutes } from '@portcullis/adapters-http/internal/routes/content-batches';
import { contentScheduleRoutes } from '@portcullis/adapters-http/internal/routes/content-schedules';
import { contentRoutes } from '@portcullis/adapters-http/internal/routes/contents';
import { eventRoutes } from '@portcullis/adapters-http/internal/routes/events';
import { factorRoutes } from '@portcullis/adapters-http/internal/routes/factors';
import { feedRoutes } from '@portcullis/adapters-http/internal/routes/feeds';
import { forwardRoutes } from '@portcullis/adapters-http/internal/routes/forward';
import { healthRoutes } from '@portcullis/adapters-http/internal/routes/health';
import { holderRoutes } from '@portcullis/adapters-http/internal/routes/holders';
import { identityRoutes } from '@portcullis/adapters-http/internal/routes/identities';
import {
  emailChangeRoutes,
  invitationRoutes,
  passwordResetRoutes,
} from '@portcullis/adapters-http/internal/routes/mail-links';
import { mediaRoutes } from '@portcullis/adapters-http/internal/routes/media';
import { mediaFileRoutes } from '@portcullis/adapters-http/internal/routes/media-files';
import { mediaUploadRoutes } from '@portcullis/adapters-http/internal/routes/media-uploads';
import { menuRoutes } from '@portcullis/adapters-http/internal/routes/menus';
import { oauthRoutes } from '@portcullis/adapters-http/internal/routes/oauth';
import { oauthMetadataRoutes } from '@portcullis/adapters-http/internal/routes/oauth-metadata';
import { overviewRoutes } from '@portcullis/adapters-http/internal/routes/overview';
import { passkeyRoutes } from '@portcullis/adapters-http/internal/routes/passkeys';
import { permissionGrantRoutes } from '@portcullis/adapters-http/internal/routes/permission-grants';
import { permissionRoutes } from '@portcullis/adapters-http/internal/routes/permissions';
import { previewRoutes } from '@portcullis/adapters-http/internal/routes/previews';
import { readyRoleRoutes } from '@portcullis/adapters-http/internal/routes/ready-roles';
import { revisionRoutes } from '@portcullis/adapters-http/internal/routes/revisions';
import { roleGrantRoutes } from '@portcullis/adapters-http/internal/routes/role-grants';
import { roleRoutes } from '@portcullis/adapters-http/internal/routes/roles';
import { routeTableRoutes } from '@portcullis/adapters-http/internal/routes/route-table';
import { sessionRoutes } from '@portcullis/adapters-http/internal/routes/sessions';
import { setupRoutes } from '@portcullis/adapters-http/internal/routes/setup';
import { signInRoutes } from '@portcullis/adapters-http/internal/routes/sign-ins';
import { streamRoutes } from '@portcullis/adapters-http/internal/routes/streams';
import { tagRoutes } from '@portcullis/adapters-http/internal/routes/tags';
import { userAttributeRoutes } from '@portcullis/adapters-http/internal/routes/user-attributes';
import { userRoutes } from '@portcullis/adapters-http/internal/routes/users';
import { webhookDeliveryRoutes } from '@portcullis/adapters-http/internal/routes/webhook-deliveries';
import { webhookRoutes } from '@portcullis/adapters-http/internal/routes/webhooks';
import { whatIfRoutes } from '@portcullis/adapters-http/internal/routes/what-if';
import { workingCopyRoutes } from '@portcullis/adapters-http/internal/routes/working-copies';
import type { Route } from '@portcullis/adapters-http/internal/routes/route';
import * as limits from '../config/limits.ts';
import { signingKeyTexts } from '../config/signing-keys.ts';
import type { RouteServices } from './services.ts';

/** Returns the endpoints of the service, roughly in the order of docs/interface.md §4. */
export function builtInRoutes(use: RouteServices): readonly Route[] {
  const { config } = use;
  const { providers, publicUrl, userDetails, feedSite: site } = config;
  const linkLimit = limits.mailLinkLimit;
  const longBody = { bodyLimits: limits.contentBodyLimits };
  const longList = { bodyLimits: limits.roleGrantBodyLimits };
  const resourceServer = { publicUrl, hasPublicKeys: signingKeyTexts(config).privateKeys.length > 0 };
  return [
    ...authRoutes({ ...use, registerLimit: limits.registerLimit(config.registerPerMinute) }),
    ...passwordResetRoutes({ ...use, linkLimit, resetLimit: limits.passwordResetLimit }),
    ...invitationRoutes({ ...use, linkLimit }),
    ...emailChangeRoutes({ ...use, linkLimit }),
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
