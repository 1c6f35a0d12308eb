import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '@portcullis/application';

interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const prefix = 'whsec_';

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
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${messageId}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    body,
    headers: {
      'Content-Type': 'application/cloudevents+json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': 'Portcullis',
      'Accept-Encoding': 'identity',
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
  };
}
