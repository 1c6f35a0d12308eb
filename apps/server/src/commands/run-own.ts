import { operator } from '../adapters/operator.ts';
import { checkModules } from '../wiring/check-modules.ts';
import type { ResourceModule } from '../wiring/resource-module.ts';
import { loadModules } from './load-modules.ts';
import { say, UsageError, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

type Commands = NonNullable<ResourceModule['commands']>;

const usageOf = (name: string, { args = [] }: Commands[string]): string =>
  [name, ...args.map((each) => `<${each}>`)].join(' ');

/**
 * Runs a command of a module, or lists the commands if `name` is undefined.
 * @throws {UsageError} if there is no such command, or the number of arguments is wrong
 */
export async function runOwn(
  terminal: Terminal,
  name: string | undefined,
  args: readonly string[],
  { modules: file }: { readonly modules: string },
): Promise<void> {
  const modules = await loadModules(file);
  checkModules(modules);
  const commands: Commands = Object.assign({}, ...modules.map((module) => module.commands));
  const all = Object.entries(commands);
  if (name === undefined) {
    const lines = all.map(([each, command]) => `${usageOf(each, command)}  ${command.summary}`);
    for (const line of lines.length > 0 ? lines : ['No module has a command.']) say(terminal, line);
    return;
  }
  const command = commands[name];
  if (command === undefined) {
    const known = all.map(([each]) => each).join(', ') || 'none';
    throw new UsageError(`There is no command ${name}. The commands of the modules: ${known}.`);
  }
  if (args.length !== (command.args ?? []).length)
    throw new UsageError(`The command takes other arguments: portcullis run ${usageOf(name, command)}`);
  const call = { args, actor: operator(`run ${name}`), say: (line: string) => say(terminal, line) };
  await withService(terminal, (services) => command.run(services)(call), modules);
}
