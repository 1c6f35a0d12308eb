import { accessFilterRoutes } from '@portcullis/adapters-http/internal/routes/access-filter';
import { auditLogRoutes } from '@portcullis/adapters-http/internal/routes/audit-logs';
import { consoleRoutes } from '@portcullis/adapters-http/internal/routes/console';
import { eventRoutes } from '@portcullis/adapters-http/internal/routes/events';
import { forwardRoutes } from '@portcullis/adapters-http/internal/routes/forward';
import { healthRoutes } from '@portcullis/adapters-http/internal/routes/health';
import { holderRoutes } from '@portcullis/adapters-http/internal/routes/holders';
import { overviewRoutes } from '@portcullis/adapters-http/internal/routes/overview';
import { routeTableRoutes } from '@portcullis/adapters-http/internal/routes/route-table';
import { streamRoutes } from '@portcullis/adapters-http/internal/routes/streams';
import { webhookDeliveryRoutes } from '@portcullis/adapters-http/internal/routes/webhook-deliveries';
import { webhookRoutes } from '@portcullis/adapters-http/internal/routes/webhooks';
import { whatIfRoutes } from '@portcullis/adapters-http/internal/routes/what-if';
import * as evaluateAccess from '@portcullis/application/internal/access/evaluate-access';
import * as filterAccess from '@portcullis/application/internal/access/filter-access';
import * as importAccessControl from '@portcullis/application/internal/access/import-access-control';
import * as previewImport from '@portcullis/application/internal/access/preview-import';
import * as restoreBuiltIn from '@portcullis/application/internal/access/restore-built-in';
import * as setProtectedRoutes from '@portcullis/application/internal/access/set-protected-routes';
import * as whatIf from '@portcullis/application/internal/access/what-if';
import * as sendDeliveries from '@portcullis/application/internal/deliveries/send-deliveries';
import * as runOnce from '@portcullis/application/internal/idempotency/run-once';
import * as importContents from '@portcullis/application/internal/imports/import-contents';
import * as importUsers from '@portcullis/application/internal/imports/import-users';
import * as streamTickets from '@portcullis/application/internal/live/stream-tickets';
import * as queueEvents from '@portcullis/application/internal/webhooks/queue-events';
import * as webhookDeliveries from '@portcullis/application/internal/webhooks/webhook-deliveries';
import * as webhooks from '@portcullis/application/internal/webhooks/webhooks';
import { roleGrantBodyLimits } from '../../config/limits.ts';
import { supply, type ModuleParts } from '../dependency-injection.ts';
import type { Installation } from '../ports.ts';
import { named } from './named.ts';

/** The modules for other programs: access checks, documents, imports, webhooks, streams and events; also the console. */
export const integrationModules = [
  {
    useCases: named(
      [whatIf, evaluateAccess, filterAccess],
      'whatIf',
      'evaluateAccess',
      'filterAccess',
      'filterOwnAccess',
    ),
    routes: [holderRoutes, accessFilterRoutes, supply(whatIfRoutes, () => ({ bodyLimits: roleGrantBodyLimits }))],
  },
  {
    useCases: named([setProtectedRoutes], 'setProtectedRoutes'),
    routes: [
      supply(routeTableRoutes, () => ({ bodyLimits: roleGrantBodyLimits })),
      supply(forwardRoutes, ({ config }: Installation) => ({ isProxyTrusted: config.trustProxy > 0 })),
    ],
  },
  // Access control as a document. Only commands and the loading of demo data use it.
  {
    useCases: named(
      [importAccessControl, previewImport, restoreBuiltIn],
      'importAccessControl',
      'previewImport',
      'restoreBuiltIn',
    ),
  },
  // Moving in from other products, with commands only.
  { useCases: named([importUsers, importContents], 'importUsers', 'importContents') },
  {
    useCases: named(
      [webhooks, queueEvents, webhookDeliveries, sendDeliveries],
      'createWebhook',
      'updateWebhook',
      'deleteWebhook',
      'rotateWebhookSecret',
      'replayEvents',
      'testWebhook',
      'retryDelivery',
      'queueEvents',
      'sendDeliveries',
    ),
    routes: [webhookRoutes, webhookDeliveryRoutes],
  },
  { useCases: named([streamTickets], 'createStreamTicket', 'redeemStreamTicket'), routes: [streamRoutes] },
  { useCases: named([runOnce], 'runOnce') },
  { routes: [eventRoutes, () => auditLogRoutes, overviewRoutes, consoleRoutes, healthRoutes] },
] as const satisfies readonly ModuleParts[];
