import type { WebhookRequest } from '@portcullis/application/internal/ports/webhooks';
import { Webhook } from 'standardwebhooks';

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns the body and the headers of a request. The body is a CloudEvent 1.0 in structured JSON. The headers follow
 * the Standard Webhooks specification, with one signature for each secret.
 */
export function signedRequest({ messageId, message, secrets }: Omit<WebhookRequest, 'url'>, at: Date): SignedRequest {
  const { type, time, subject, data } = message;
  const body = JSON.stringify({
    specversion: '1.0',
    id: messageId,
    source: '/api/events',
    type,
    subject,
    time,
    datacontenttype: 'application/json',
    data,
  });
  return {
    body,
    headers: {
      'Content-Type': 'application/cloudevents+json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': 'Portcullis',
      'Accept-Encoding': 'identity',
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
    },
  };
}
