import type { WireError } from './error-table.ts';

/** The body of every success (specification, section 2.1). */
export const success = (data: unknown = null) => ({
  code: 0,
  success: true,
  data,
  message: 'Success',
  timestamp: new Date().toISOString(),
});

/** What an error tells a client. */
export interface ErrorReport extends WireError {
  readonly message: string;
  readonly errors: unknown;
}

/** The body of every error (specification, section 2.1). */
export const failure = ({ code, status, message, errors }: ErrorReport, path: string) => ({
  code,
  success: false,
  statusCode: status,
  message,
  errors,
  timestamp: new Date().toISOString(),
  path,
});
