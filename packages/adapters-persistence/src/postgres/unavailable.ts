/** Codes of network errors that occur if a server does not run or is unreachable. */
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs that PostgreSQL reports while it starts, stops, or has no free connection, or when it closes an idle
 * session (57P05). Class 08 means a broken connection.
 */
const server = /^(?:08...|57P0[1235]|53300)$/;

/**
 * Messages of driver errors without a code, which occur if a connection or a statement times out, or if a connection
 * breaks.
 */
const driver = /^(?:timeout e|Connection terminated|Query read timeout)/;

/** Whether an error means that the database is temporarily unavailable, so that a later attempt may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return network.has(code) || server.test(code) || (code === '' && driver.test(error.message));
}
