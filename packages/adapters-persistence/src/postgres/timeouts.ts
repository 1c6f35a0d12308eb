/**
 * Timeouts in milliseconds, so that every request is answered within 5 s, whatever the database does. A working server
 * cancels its statements itself. The longer timeouts of the client are for a server that is frozen or unreachable.
 */
export const databaseTimeouts = {
  /** Waiting for a connection, whether a new one or one of the pool. */
  connectMs: 3000,
  lockMs: 3300,
  statementMs: 3700,
  /** Waiting for the result of a statement, measured by the client. */
  answerMs: 4000,
  /** A transaction from waiting for a connection to the commit, measured by the client. */
  transactionMs: 4300,
  idleInTransactionMs: 30_000,
  /** Waiting for a connection for a large result. Requests that have not begun to respond time out earlier. */
  largeTurnMs: 10_000,
};
