/**
 * Timeouts in milliseconds. They ensure that every request gets a response within 5 s, even if the database does not
 * respond. A working server cancels its statements itself. The longer timeouts of the client apply if the server is
 * frozen or unreachable.
 */
export const databaseTimeouts = {
  /** Maximum wait for a connection, which may be new or from the pool. */
  connectMs: 3000,
  lockMs: 3300,
  statementMs: 3700,
  /** Maximum wait for the result of a statement, measured by the client. */
  answerMs: 4000,
  /** Maximum duration of a transaction from the request for a connection to the commit, measured by the client. */
  transactionMs: 4300,
  idleInTransactionMs: 30_000,
  /** Maximum wait for a connection for a large result. A request whose response has not begun times out earlier. */
  largeTurnMs: 10_000,
};
