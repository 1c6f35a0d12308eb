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
 * SQLSTATEs that PostgreSQL reports while it starts, stops, or has no free connection, when it closes an idle session
 * (57P05), or as long as it is a standby (25006). Class 08 means a broken connection.
 */
const server = /^(?:08...|57P0[1235]|53300|25006)$/;

/**
 * Messages of driver errors without a code, which occur if a connection or a statement times out, or if a connection
 * breaks.
 */
const driver = /^(?:timeout e|Connection terminated)/;
const notOpened = /^timeout e|^Connection terminated due to connection timeout/;
const broken = /^Connection terminated(?! due to connection timeout)|^Client has encountered a connection error/;

/**
 * SQLSTATEs of statements that PostgreSQL cancelled after a time limit or to end a deadlock, of rows that a concurrent
 * transaction has changed, and of writes to a server that only reads (25006), as during a fail-over. Nothing was stored.
 */
const overload = /^(?:57014|55P03|40P01|40001|25006)$/;

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Whether an error means that the database is temporarily unavailable, so that a later attempt may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return network.has(code) || server.test(code) || (code === '' && driver.test(error.message));
}

/**
 * Whether an error means that an open connection was closed before the result of the statement had arrived. The server
 * may have executed the statement.
 */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    code === 'ECONNRESET' || code === 'EPIPE' || /^57P0[125]$/.test(code) || (code === '' && broken.test(error.message))
  );
}

/**
 * Whether an error means that nothing was stored and a later attempt may succeed: the statement took too long or collided
 * with another one, or no connection could be opened in time.
 */
export const isOverload = (error: unknown): boolean =>
  error instanceof Error && (overload.test(codeOf(error)) || (codeOf(error) === '' && notOpened.test(error.message)));
