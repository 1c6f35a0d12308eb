import { STATUS_CODES } from 'node:http';
import { failure, success } from '../envelope.ts';
import { errorTable, type Problem } from '../error-table.ts';
import type { Route } from '../route.ts';
import { reference, type JsonSchema } from '../schema.ts';
import { failureSchema, successSchema } from './envelopes.ts';
import { exampleTime as timestamp, shown, type Example } from './examples.ts';
import { problemExamples } from './problem-examples.ts';
import { byStatus, problemsOf } from './problems.ts';

/** Whether an answer may be kept and asked about again: what anybody may read. */
export const isCacheable = ({ method, who }: Route): boolean =>
  method === 'GET' && (who === 'anyone' || who === 'visitor');

/** Every answer of a route by its status. */
export function responsesOf(route: Route, examples: readonly Example[]): JsonSchema {
  const status = route.status ?? 200;
  const failures = [...byStatus(problemsOf(route))].map(([of, problems]): [number, JsonSchema] => [
    of,
    failed(of, problems),
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
const nameOf = (problem: Problem): string => problem.split('-').map(capitalised).join('');

/** An answer that is one of these problems; routes that can fail alike share it. */
const failed = (status: number, problems: readonly Problem[]): JsonSchema => ({
  ...reference('responses', problems.map(nameOf).join('Or'), () => ({
    description: [
      `${STATUS_CODES[status]}:`,
      '',
      ...problems.map((problem) => `- ${errorTable[problem].code} ${problem.replaceAll('-', ' ')}`),
    ].join('\n'),
    headers: headersOf(...(status === 429 ? ['Retry-After', ...limitHeaders] : [])),
    content: {
      'application/json': { schema: failureSchema(status, problems), ...shown(problems.map(problemExample)) },
    },
  })),
});

function problemExample(problem: Problem) {
  const { message, errors = null } = problemExamples[problem];
  const report = { ...errorTable[problem], message, errors };
  return { title: problem, value: { ...failure(report, '/api/the/address/asked'), timestamp } };
}
