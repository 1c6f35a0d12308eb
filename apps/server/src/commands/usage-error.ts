/** A command got an argument or input that it does not accept. The message is one line that says what it accepts. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
