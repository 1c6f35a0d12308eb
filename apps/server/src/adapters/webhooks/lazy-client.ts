import type { WebhookClient } from '@portcullis/application/internal/ports/webhooks';
import type { WebhookClientOptions } from './client.ts';

/** Returns a client whose code is loaded when it is first used, because most installations have no webhooks. */
export function lazyWebhookClient(options: WebhookClientOptions): WebhookClient {
  let loading: Promise<WebhookClient> | undefined;
  const load = () => (loading ??= import('./client.ts').then(({ webhookClient }) => webhookClient(options)));
  return {
    urlError: async (url) => (await load()).urlError(url),
    send: async (request, signal) => (await load()).send(request, signal),
  };
}
