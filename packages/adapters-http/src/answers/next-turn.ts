/** Functions that resume the waiting callers of `nextTurn`, in the order of their calls. */
const waiting: (() => void)[] = [];

function admitNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admitNext);
}

/**
 * Returns a promise that resolves in a later turn of the event loop. Only one of these promises resolves in each turn.
 * If many large responses are written at the same time, only one slice is written in each turn. Other requests run
 * before the next slice.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admitNext);
  });
