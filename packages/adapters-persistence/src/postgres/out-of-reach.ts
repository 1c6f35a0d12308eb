/** What the network says of a server that is not there, or not yet. */
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

/** What PostgreSQL says when it starts, stops, or has no connection left; class 08 is a connection that broke. */
const server = /^(?:08...|57P0[1235]|53300)$/;

/** What the driver says, without a code, when a connection took too long to come or broke. */
const driver = /^(?:timeout e|Connection terminated|Query read timeout)/;

/** Whether a database may be reached later, as things are: waiting helps, and nobody need change anything. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return network.has(code) || server.test(code) || (code === '' && driver.test(error.message));
}
