import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refused } from './refused.ts';

export interface Reply {
  /**
   * The value of `data` in the response body, as JSON. If the client already has the current version, the value is
   * `undefined`, and the response is 304.
   */
  readonly data: string | undefined;
  /** The ETag. Only public responses have one, because clients may cache only public responses. */
  readonly etag?: string;
  readonly headers?: readonly string[];
}

const type = ['Content-Type', 'application/json; charset=utf-8'];

export const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
};
const security = Object.entries(securityHeaders).flat();

const requestIdForm = /^[A-Za-z0-9_-]{1,64}$/;

export function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && requestIdForm.test(sent) ? sent : randomUUID();
}

const personal = ['Cache-Control', 'no-store'];

export function send(request: IncomingMessage, response: ServerResponse, { data, etag, headers = [] }: Reply): void {
  const caching = etag === undefined ? personal : ['Cache-Control', 'no-cache', 'Vary', 'Authorization', 'ETag', etag];
  const always = ['X-Request-Id', requestId(request), ...security, ...headers, ...caching];
  if (data === undefined) {
    response.writeHead(304, always).end();
    return;
  }
  const body = `{"code":0,"success":true,"data":${data},"message":"Success","timestamp":"${new Date().toISOString()}"}`;
  response.writeHead(200, [...always, ...type, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
}

export function sendFailure(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: Refused,
): void {
  const timestamp = new Date().toISOString();
  const path = request.url;
  const body = JSON.stringify({ code, success: false, statusCode: status, message, errors: null, timestamp, path });
  const always = ['X-Request-Id', requestId(request), ...security, ...personal, ...type];
  response.writeHead(status, [...always, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
}
