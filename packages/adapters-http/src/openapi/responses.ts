import { STATUS_CODES } from 'node:http';
import { failure, success } from '../answers/envelope.ts';
import { wireErrorOf, type Reason } from '../answers/error-table.ts';
import type { Route } from '../routes/route.ts';
import { reference, type JsonSchema } from '../validation/schema.ts';
import { failureSchema, successSchema } from './envelopes.ts';
import { exampleTime as timestamp, shown, type Example } from './examples.ts';
import { reasonExampleOf } from './reason-examples.ts';
import { byStatus, reasonsOf } from './reasons.ts';

/** Whether an answer may be kept and asked about again: what anybody may read. */
export const isCacheable = ({ method, access }: Route): boolean =>
  method === 'GET' && (access === 'public' || access === 'optional');

/** Every answer of a route by its status. */
export function responsesOf(route: Route, examples: readonly Example[]): JsonSchema {
  const status = route.status ?? 200;
  const failures = [...byStatus(reasonsOf(route))].map(([of, reasons]): [number, JsonSchema] => [
    of,
    failed(of, reasons),
  ]);
  return {
    [status]: succeeded(route, status, examples),
    ...(isCacheable(route) && { 304: { description: 'As the client knows it.', headers: headersOf('ETag') } }),
    ...Object.fromEntries(failures),
  };
}

const headersOf = (...names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function succeeded(route: Route, status: number, examples: readonly Example[]): JsonSchema {
  const { media, limit } = route;
  const kept = isCacheable(route) ? ['ETag'] : [];
  const answers = examples.map(({ title, data }) => ({ title, value: { ...success(data), timestamp } }));
  return {
    description: status === 201 ? 'Created.' : 'Done.',
    headers: headersOf(...kept, ...(limit === undefined ? [] : limitHeaders)),
    content: {
      [media ?? 'application/json']: {
        schema: media === undefined ? successSchema(route.data) : route.data,
        ...shown(answers),
      },
    },
  };
}

const limitHeaders = ['RateLimit', 'RateLimit-Policy'];

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const nameOf = (reason: Reason): string => reason.split('-').map(capitalised).join('');

/** An error answer with one of these reasons; routes that can fail in the same ways share it. */
const failed = (status: number, reasons: readonly Reason[]): JsonSchema => ({
  ...reference('responses', reasons.map(nameOf).join('Or'), () => ({
    description: [
      `${STATUS_CODES[status]}:`,
      '',
      ...reasons.map((reason) => `- ${wireErrorOf(reason).code} \`${reason}\``),
    ].join('\n'),
    headers: headersOf(...(status === 429 ? ['Retry-After', ...limitHeaders] : [])),
    content: {
      'application/json': { schema: failureSchema(status, reasons), ...shown(reasons.map(exampleOf)) },
    },
  })),
});

function exampleOf(reason: Reason) {
  const { message, errors = null } = reasonExampleOf(reason);
  const report = { ...wireErrorOf(reason), reason, message, errors };
  return { title: reason, value: { ...failure(report, '/api/the/address/asked'), timestamp } };
}
