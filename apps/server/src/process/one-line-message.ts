/** Returns the message of an error (for an AggregateError, of its first error) in one line, without a full stop. */
export function oneLineMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return oneLineMessage(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '');
}
