/**
 * Bounds on what a request may wait for, so that an answer comes within 5 s whatever the database does. A server that works
 * ends its statements itself; the longer bounds on our side are for one that is frozen, or behind a network that is gone.
 */
export const databaseTimeouts = {
  /** For a connection, be it new or one of the pool that is in use. */
  connectMs: 3000,
  lockMs: 3300,
  statementMs: 3700,
  /** A statement as we see it. */
  answerMs: 4000,
  /** From the wait for a connection to the commit. */
  transactionMs: 4300,
  idleInTransactionMs: 30_000,
  /** For the turn of a statement whose answer is large. A request that has not begun to answer is bounded before that. */
  largeTurnMs: 10_000,
};
