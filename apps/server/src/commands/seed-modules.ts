import { operator } from '../adapters/operator.ts';
import { seedModules } from '../modules/seed-modules.ts';
import { loadModules } from './load-modules.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/** Adds the sample data of modules. */
export async function seedOwn(terminal: Terminal, { modules: file }: { readonly modules: string }): Promise<void> {
  const modules = await loadModules(file);
  await withService(
    terminal,
    async (services) => {
      const added = await seedModules(services, modules, operator('seed modules'));
      for (const [name, count] of added) say(terminal, `${name}  ${count} added`);
      if (added.size === 0) say(terminal, 'No module has sample data.');
    },
    modules,
  );
}
