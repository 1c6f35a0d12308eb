/** Thrown if the configuration is invalid or cannot be used. The message is one line that says what to change. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
