/**
 * Timeouts in milliseconds. They ensure that every request gets a response within 5 s, even if the database does not
 * respond. A working database server cancels its statements itself. The longer timeouts of this process are for a
 * database server that is frozen or unreachable.
 */
export const databaseTimeouts = {
  /** Maximum wait for a connection, which may be new or from the pool. */
  connectMs: 3000,
  lockMs: 3300,
  statementMs: 3700,
  /** Maximum wait for the result of a statement, measured by this process. */
  answerMs: 4000,
  /** Maximum duration of a transaction from the request for a connection to the commit, measured by this process. */
  transactionMs: 4300,
  idleInTransactionMs: 30_000,
  /**
   * Maximum wait for a connection for a statement with a large result. In most cases, the response has already begun,
   * and the limit of 5 s no longer applies. If the response has not begun, the request fails earlier, within 5 s.
   */
  largeTurnMs: 10_000,
};
