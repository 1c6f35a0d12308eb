/** Thrown for an argument or input that a command does not accept. The message is one line with the valid values. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
