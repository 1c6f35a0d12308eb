import type { IncomingMessage } from 'node:http';
import { invalid } from './refused.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function idFrom(text: string): string {
  if (uuid.test(text)) return text;
  throw invalid();
}

export const clientOf = ({ socket, headers }: IncomingMessage) => ({
  ipAddress: socket.remoteAddress ?? '',
  userAgent: headers['user-agent'] ?? '',
});

/**
 * The requested page. Its numbers are decimal texts, which are sent to PostgreSQL and written to the response
 * unchanged.
 */
export interface Page {
  readonly number: string;
  readonly size: string;
  readonly offset: string;
}

export function pageOf(query: string): Page {
  const parameters = new URLSearchParams(query);
  const number = Number(parameters.get('page') ?? 1);
  const size = Number(parameters.get('pageSize') ?? 10);
  if (Number.isInteger(number) && number > 0 && Number.isInteger(size) && size > 0 && size <= 100) {
    return { number: String(number), size: String(size), offset: String((number - 1) * size) };
  }
  throw invalid();
}
