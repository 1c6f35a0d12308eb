import type { Reason, WireError } from './error-table.ts';

/** The body of every success. */
export const success = (data: unknown) => ({
  code: 0,
  success: true,
  data,
  message: 'Success',
  timestamp: new Date().toISOString(),
});

const [beforeData = '', afterData = '', end = ''] = JSON.stringify({ ...success(null), timestamp: null }).split('null');

/** The JSON of a success before and after the JSON of its data. */
export const successAround = (): readonly [before: string, after: string] => [
  beforeData,
  `${afterData}"${new Date().toISOString()}"${end}`,
];

/** The parts of an error body that depend on the error. */
export interface ErrorReport extends WireError {
  readonly reason: Reason;
  readonly message: string;
  readonly errors: unknown;
}

/** The body of every error. */
export const failure = ({ code, status, message, reason, errors }: ErrorReport, path: string) => ({
  code,
  success: false,
  statusCode: status,
  message,
  reason,
  errors,
  timestamp: new Date().toISOString(),
  path,
});
