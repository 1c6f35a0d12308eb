/** A variable whose value is of no use. The message is one line that names it and what it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
