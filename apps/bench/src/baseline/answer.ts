import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refused } from './refused.ts';

export interface Reply {
  /** `data` of the envelope, as JSON. */
  readonly data: string;
  /** Whether anyone may read it: then it has an ETag and may be kept. */
  readonly isPublic?: boolean;
  readonly headers?: readonly string[];
}

const type = ['Content-Type', 'application/json; charset=utf-8'];

const security = [
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'no-referrer',
];

const requestIdForm = /^[A-Za-z0-9_-]{1,64}$/;

function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && requestIdForm.test(sent) ? sent : randomUUID();
}

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  { data, isPublic, headers = [] }: Reply,
): void {
  const always = ['X-Request-Id', requestId(request), ...security, ...headers];
  const caching: string[] = ['Cache-Control', 'no-store'];
  if (isPublic === true) {
    const etag = `W/"${createHash('sha1').update(data).digest('base64url')}"`;
    caching.splice(1, 1, 'no-cache', 'Vary', 'Authorization', 'ETag', etag);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, [...always, ...caching]).end();
      return;
    }
  }
  const body = `{"code":0,"success":true,"data":${data},"message":"Success","timestamp":"${new Date().toISOString()}"}`;
  const length = ['Content-Length', String(Buffer.byteLength(body))];
  response.writeHead(200, [...always, ...caching, ...type, ...length]).end(body);
}

export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: Refused,
): void {
  const timestamp = new Date().toISOString();
  const path = request.url;
  const body = JSON.stringify({ code, success: false, statusCode: status, message, errors: null, timestamp, path });
  const always = ['X-Request-Id', requestId(request), ...security, 'Cache-Control', 'no-store', ...type];
  response.writeHead(status, [...always, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
}
