import { ConfigError } from '../config/config-error.ts';
import { version } from '../config/version.ts';
import { oneLineMessage } from '../process/one-line-message.ts';
import type { Terminal } from './terminal.ts';

/**
 * Serves an assistant on standard input and output until it closes them.
 * @throws {ConfigError} if PORTCULLIS_KEY or the address is missing or wrong
 * @throws {Error} with the address, if the service does not respond or refuses the key
 */
export async function serveAssistant({ env, stderr }: Terminal, { url }: { readonly url: string }): Promise<void> {
  const key = env['PORTCULLIS_KEY'] ?? '';
  if (!/^[!-~]+$/.test(key)) throw new ConfigError('PORTCULLIS_KEY takes an API key, or an access token.');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ConfigError('--url takes an address with https:// or http://.');
  const { serveOnStdio } = await import('@portcullis/mcp');
  const onError = (error: Error): boolean => stderr.write(`${error.message}\n`);
  try {
    await serveOnStdio({ url, key, version, onError });
  } catch (error) {
    // `fetch` says only that it failed; its cause says why.
    const cause = error instanceof TypeError ? (error.cause ?? error) : error;
    throw new Error(`The service at ${new URL(url).origin} cannot be used: ${oneLineMessage(cause)}`, { cause: error });
  }
}
