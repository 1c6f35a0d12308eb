import type { RestoreBuiltInInput } from '@portcullis/application/internal/access/restore-built-in';
import { operator } from '../adapters/operator.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/**
 * Adds the built-in menus or permissions that were deleted, and prints what was added. With `dryRun`, it only prints
 * what it would add.
 */
export async function restore(
  terminal: Terminal,
  list: RestoreBuiltInInput['list'],
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<void> {
  const { added, roles } = await withService(terminal, (services) =>
    services.restoreBuiltIn({ actor: operator('restore'), list, isDryRun: dryRun }),
  );
  const noun = list === 'menus' ? 'menu' : 'permission';
  for (const name of added) say(terminal, `+ ${noun} ${name}`);
  for (const role of roles)
    say(terminal, `~ role ${role.code}: ${list} ${role.added.map((name) => `+${name}`).join(' ')}`);
  if (added.length === 0) say(terminal, `Nothing to restore: no built-in ${noun} is missing.`);
  else
    say(
      terminal,
      `${added.length} ${added.length === 1 ? noun : list}${dryRun ? '; nothing was written.' : ' restored.'}`,
    );
}
