import { STATUS_CODES } from 'node:http';
import { success } from '../responses/envelope.ts';
import { wireErrorOf, type Reason } from '../responses/error-table.ts';
import { acceptsIdempotencyKey, type Route } from '../routes/route.ts';
import { reference, type JsonSchema } from '../validation/schema.ts';
import { failureSchema, successSchema } from './envelopes.ts';
import { errorExamplesOf } from './error-examples.ts';
import { exampleTime as timestamp, exampleKeywords, type Example } from './examples.ts';
import { byStatus, reasonsOf, sharedName } from './reasons.ts';

/**
 * Returns true if clients may cache the responses of a route and revalidate them. This is the case if the route only
 * reads, needs no token, does not redirect and may be stored (it is not `isUnlisted`).
 */
export const isCacheable = ({ method, access, status, isUnlisted }: Route): boolean =>
  method === 'GET' && status !== 303 && isUnlisted !== true && (access === 'public' || access === 'optional');

const successes: ReadonlyMap<number, string> = new Map([
  [201, 'Created.'],
  [202, 'Accepted.'],
  [303, 'Redirects the browser to the address in `Location`.'],
]);

/** Returns the responses of a route by their status. */
export function responsesOf(route: Route, examples: readonly Example[]): JsonSchema {
  const status = route.status ?? 200;
  const failures = [...byStatus(reasonsOf(route))].map(([of, reasons]): [number, JsonSchema] => [
    of,
    errorResponseOf(route, of, reasons, examples[0]),
  ]);
  return {
    [status]: successResponse(route, status, examples),
    ...(isCacheable(route) && {
      304: { description: 'The response has not changed since the one with this ETag.', ...headersOf('ETag') },
    }),
    ...Object.fromEntries(failures),
  };
}

const headersOf = (...names: readonly string[]): JsonSchema =>
  names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };

function successResponse(route: Route, status: number, examples: readonly Example[]): JsonSchema {
  const { media, limit } = route;
  const cached = isCacheable(route) || route.isVersioned ? ['ETag'] : [];
  const replayed = acceptsIdempotencyKey(route) ? ['Idempotency-Replayed'] : [];
  const responses = examples.map(({ title, data }) => ({ title, value: { ...success(data), timestamp } }));
  return {
    description: successes.get(status) ?? 'Done.',
    ...headersOf(...cached, ...replayed, ...(limit === undefined ? [] : limitHeaders)),
    content: {
      [media ?? 'application/json']: {
        schema: media === undefined ? successSchema(route.data) : route.data,
        ...exampleKeywords(responses),
      },
    },
  };
}

const limitHeaders = ['RateLimit', 'RateLimit-Policy'];

/**
 * Returns a reference to a shared error response if the response is the same in every operation. Otherwise, returns an
 * error response with examples of this operation.
 */
function errorResponseOf(
  route: Route,
  status: number,
  reasons: readonly Reason[],
  example: Example | undefined,
): JsonSchema {
  const name = sharedName(route, reasons);
  return name === undefined
    ? errorResponse(status, reasons, { route, params: example?.params })
    : { ...reference('responses', name, () => errorResponse(status, reasons)) };
}

const errorResponse = (
  status: number,
  reasons: readonly Reason[],
  request?: Parameters<typeof errorExamplesOf>[1],
) => ({
  description: [
    `${STATUS_CODES[status]}:`,
    '',
    ...reasons.map((reason) => `- ${wireErrorOf(reason).code} \`${reason}\``),
  ].join('\n'),
  ...headersOf(
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ...(status === 429 ? limitHeaders : []),
    ...(reasons.includes('step-up-required') ? ['WWW-Authenticate'] : []),
  ),
  content: {
    'application/json': { schema: failureSchema(reasons), ...exampleKeywords(errorExamplesOf(reasons, request)) },
  },
});
