/**
 * Timeouts in milliseconds. A request that needs the database must get a response within 5 s, even if the database does
 * not respond. The timeouts of connections, statements and transactions are therefore shorter than 5 s. The HTTP
 * adapter also limits the total time of all database work of a request (`storeMs`). A working database server cancels
 * its statements itself, after `lockMs` or `statementMs`. The longer timeouts of this process, `answerMs` and
 * `transactionMs`, are for a database server that is frozen or unreachable.
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
