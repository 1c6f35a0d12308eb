/** Thrown for a variable with an invalid value. The message is one line with the variable and the valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
