import { run, type CommandContext } from './shell.ts';
import { serviceUrl } from './service.ts';

/**
 * Runs a command such as `portcullis-soybean` twice, with the URL of the tested service.
 * @throws {Error} if the second run changes something
 */
export async function applyTwice(workshop: CommandContext, ...command: readonly [string, ...string[]]): Promise<void> {
  const [program, ...args] = command;
  const apply = () => run(workshop, [program, ...args, 'apply', '.', '--service', serviceUrl, '--yes']);
  await apply();
  const again = await apply();
  if (!again.includes('Everything is applied already.')) throw new Error(`Applied twice, it changes files:\n${again}`);
}
