/** A command got an argument or input that it does not accept. The message is one line that says what the command accepts. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
