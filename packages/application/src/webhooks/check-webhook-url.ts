import { BusinessError } from '@portcullis/domain';
import type { WebhookClient } from '../ports/webhooks.ts';

/** @throws {BusinessError} webhook-url-unacceptable */
export async function checkWebhookUrl(client: Pick<WebhookClient, 'urlError'>, url: string): Promise<void> {
  const message = await client.urlError(url);
  if (message === undefined) return;
  throw new BusinessError('webhook-url-unacceptable', message, [{ field: 'url', message }]);
}
