/** A variable has a value that the service cannot use. The message is one line that names the variable and the values that it accepts. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
