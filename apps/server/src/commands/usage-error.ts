/** A command was given what it cannot use. The message is one line that says what it takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
