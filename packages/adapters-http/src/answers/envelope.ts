import type { Reason, WireError } from './error-table.ts';

/** Returns the body of a successful response. */
export const success = (data: unknown) => ({
  code: 0,
  success: true,
  data,
  message: 'Success',
  timestamp: new Date().toISOString(),
});

const [beforeData = '', afterData = '', end = ''] = JSON.stringify({ ...success(null), timestamp: null }).split('null');

/** Returns the JSON of a successful response in two parts, which go before and after the JSON of `data`. */
export const successEnvelopeParts = (): readonly [before: string, after: string] => [
  beforeData,
  `${afterData}"${new Date().toISOString()}"${end}`,
];

/** The parts of an error body that depend on the error. */
export interface ErrorReport extends WireError {
  readonly reason: Reason;
  readonly message: string;
  readonly errors: unknown;
}

/** Returns the body of an error response. */
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
