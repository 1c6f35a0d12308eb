/** Callers that wait, in the order in which they came. */
const waiting: (() => void)[] = [];

function admitNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admitNext);
}

/**
 * Resolves in a later turn of the event loop, for one caller in each turn. However many large answers are written at once, another
 * request so waits for one slice of one of them in each turn, and not for a slice of each.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admitNext);
  });
