/** Waiting callers, in the order of their calls. */
const waiting: (() => void)[] = [];

function admitNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admitNext);
}

/**
 * Resolves in a later turn of the event loop, for one caller in each turn. If many large responses are written at the same
 * time, other requests wait for one slice of one of them in each turn, not for a slice of each.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admitNext);
  });
