const seconds = 1000;
const megabyte = 1024 * 1024;

/**
 * Time limits in milliseconds. Waiting for a turn is limited only by `queueMs`: the limits of statements begin when
 * PostgreSQL begins to execute them, and a commit has no limit. Only `silenceMs` and `probeMs` detect a server that does
 * not respond at all. Their sum is below 5 s, the time within which a request must fail then.
 */
export const databaseTimeouts = {
  /** How long no data may arrive while statements are pending before the server is probed. */
  silenceMs: 1.5 * seconds,
  /** Maximum wait for the response to a probe. Afterwards, all connections are closed. */
  probeMs: 2.5 * seconds,
  /**
   * Maximum duration of opening a connection. It is longer than the limits above, so that a busy server is not taken
   * for one that does not respond.
   */
  connectMs: 15 * seconds,
  lockMs: 10 * seconds,
  readMs: 10 * seconds,
  /** Maximum duration of a statement in a transaction. A transaction that declares how much it writes gets more. */
  writeMs: 60 * seconds,
  writeMsPerMegabyte: 30 * seconds,
  /** How long a transaction may be open without a statement, in case the process hangs. */
  idleInTransactionMs: 60 * seconds,
  /** Maximum wait for a free connection. */
  queueMs: 60 * seconds,
  /** How long the outcome of a commit is looked up after the server last responded. */
  outcomeMs: 5 * seconds,
};

/** Returns the maximum duration of a statement in a transaction that writes `bytes` bytes, in milliseconds. */
export const writeMsFor = (bytes: number): number =>
  databaseTimeouts.writeMs + Math.ceil((bytes / megabyte) * databaseTimeouts.writeMsPerMegabyte);
