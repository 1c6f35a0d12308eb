/**
 * Thrown if the configuration is invalid or cannot be used. The message is one line that says what to change.
 * @example
 * try {
 *   readConfig({ PORT: 'x' });
 * } catch (error) {
 *   if (error instanceof ConfigError) console.log(error.message); // PORT takes a whole number from 0 to 65535, not 'x'.
 * }
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
