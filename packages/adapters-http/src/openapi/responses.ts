import { STATUS_CODES } from 'node:http';
import { success } from '../responses/response-data.ts';
import { wireErrorOf, type Reason } from '../responses/error-table.ts';
import type { StandardForm } from '../routes/standard-form.ts';
import { acceptsIdempotencyKey, isList, type Route } from '../routes/route.ts';
import { declarationsOf } from '../validation/field-declarations.ts';
import { reference, type JsonSchema } from '../validation/json-schema.ts';
import { failureSchema, successSchema } from './envelopes.ts';
import { exampleTime as timestamp, exampleKeywords, type Example } from './examples.ts';
import { byStatus, reasonsOf, sharedName } from './reasons.ts';

/**
 * Returns true if clients may cache the responses of a route and revalidate them. This is the case if the route only
 * reads, needs no token, does not redirect and may be stored (it is not `isUnlisted`).
 */
const isCacheable = ({ method, access, status, isUnlisted }: Route): boolean =>
  method === 'GET' && status !== 303 && isUnlisted !== true && (access === 'public' || access === 'optional');

/** Returns true if a request with `If-None-Match` can get status 304. */
export const isRevalidated = (route: Route): boolean => isCacheable(route) || isList(route);

const successes: ReadonlyMap<number, string> = new Map([
  [201, 'Created.'],
  [202, 'Accepted.'],
  [303, 'Redirects the browser to the address in `Location`.'],
]);

const chosenFields =
  'With `fields`, each item has only these and `expanded`, and lacks others that the schema requires.';

const hasChosenFields = ({ query }: Route): boolean =>
  query !== undefined && declarationsOf(query).some(({ name }) => name === 'fields');

/** Returns the responses of a route by their status. */
export function responsesOf(route: Route, examples: readonly Example[]): JsonSchema {
  const status = route.status ?? 200;
  return {
    [status]: successResponse(route, status, examples),
    ...otherSuccesses(route, examples),
    ...(isRevalidated(route) && {
      304: { description: 'The response has not changed since the one with this ETag.', ...headersOf('ETag') },
    }),
    ...Object.fromEntries(failuresOf(route)),
  };
}

function failuresOf(route: Route): readonly (readonly [number, JsonSchema])[] {
  const { standard } = route;
  const reasons = reasonsOf(route);
  if (standard === undefined)
    return [...byStatus(reasons)].map(([status, some]) => [status, errorResponseOf(status, some)]);
  const statusOf = (reason: Reason): number =>
    standard.errorOf({ ...wireErrorOf(reason), reason, message: '', errors: null }).status;
  return [...byStatus(reasons, statusOf).keys()].map((status) => [status, standardError(standard, status)]);
}

const headersOf = (...names: readonly string[]): JsonSchema =>
  names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };

function successResponse(route: Route, status: number, examples: readonly Example[]): JsonSchema {
  const { media, limit, standard } = route;
  const cached = isRevalidated(route) || route.isVersioned ? ['ETag'] : [];
  const replayed = acceptsIdempotencyKey(route) ? ['Idempotency-Replayed'] : [];
  const responses = examples.map(({ title, data }) => ({
    title,
    value: standard === undefined ? { ...success(data), timestamp } : data,
  }));
  return {
    description: `${successes.get(status) ?? 'Done.'}${hasChosenFields(route) ? ` ${chosenFields}` : ''}`,
    ...headersOf(...cached, ...replayed, ...(limit === undefined ? [] : limitHeaders)),
    content: {
      [media ?? 'application/json']: {
        schema: media === undefined && standard === undefined ? successSchema(route.data) : route.data,
        ...exampleKeywords(responses),
      },
    },
  };
}

/** Other successful responses have the same content. A range that the file does not have is answered without content. */
const otherSuccesses = (route: Route, examples: readonly Example[]): JsonSchema =>
  Object.fromEntries(
    Object.entries(route.otherStatuses ?? {}).map(([status, description]) => {
      const response = successResponse(route, Number(status), examples);
      return [status, Number(status) === 416 ? { description } : { ...response, description }];
    }),
  );

const limitHeaders = ['RateLimit', 'RateLimit-Policy'];

/** Describes the errors with one status in the form of a standard. */
const standardError = ({ errorMedia, errorSchema: schema }: StandardForm, status: number): JsonSchema => ({
  description: `${STATUS_CODES[status]}.`,
  ...headersOf(...waitingHeaders(status)),
  content: { [errorMedia]: { schema } },
});

const waitingHeaders = (status: number): readonly string[] => [
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ...(status === 429 ? limitHeaders : []),
];

/** Returns an error response, or a reference to it if many operations have the same. */
function errorResponseOf(status: number, reasons: readonly Reason[]): JsonSchema {
  const name = sharedName(reasons);
  return name === undefined
    ? errorResponse(status, reasons)
    : { ...reference('responses', name, () => errorResponse(status, reasons)) };
}

const errorResponse = (status: number, reasons: readonly Reason[]): JsonSchema => ({
  description: [
    `${STATUS_CODES[status]}:`,
    '',
    ...reasons.map((reason) => `- ${wireErrorOf(reason).code} \`${reason}\``),
  ].join('\n'),
  ...headersOf(...waitingHeaders(status), ...(reasons.includes('step-up-required') ? ['WWW-Authenticate'] : [])),
  content: { 'application/json': { schema: failureSchema(reasons) } },
});
