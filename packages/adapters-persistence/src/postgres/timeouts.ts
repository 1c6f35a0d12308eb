const seconds = 1000;
const megabyte = 1024 * 1024;

/**
 * Time limits in milliseconds. The limits of statements are those of the server, which reports that it has cancelled a
 * statement. They begin when the server begins to execute the statement. `silenceMs` is longer, so it is exceeded only if the server
 * does not respond at all.
 */
export const databaseTimeouts = {
  /** How long no data may arrive on a connection while statements are pending. Afterwards, it is closed. */
  silenceMs: 6 * seconds,
  /** Maximum wait for a connection: until one of the pool is free, and until it is open. */
  connectionMs: 5 * seconds,
  lockMs: 4 * seconds,
  /** Maximum duration of a statement. A transaction that declares how much it writes gets more. */
  statementMs: 5 * seconds,
  /** Maximum duration of a read with a large result, including the time for sending the result. */
  largeReadMs: 30 * seconds,
  writeMsPerMegabyte: 10 * seconds,
  /** How long a transaction may be open without a statement, in case the process hangs. */
  idleInTransactionMs: 60 * seconds,
};

/** Returns the maximum duration of a statement in a transaction that writes `bytes` bytes, in milliseconds. */
export const writeMsFor = (bytes: number): number =>
  databaseTimeouts.statementMs + Math.ceil((bytes / megabyte) * databaseTimeouts.writeMsPerMegabyte);
