/** Thrown for an argument or input that a command does not accept. The message has one line for each fault. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
