import { readyRoles } from '@portcullis/domain/internal/roles/ready-roles';
import { operator } from '../adapters/operator.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/** Adds the ready roles that do not exist yet. Roles that exist stay as they are. */
export async function seedRoles(terminal: Terminal): Promise<void> {
  await withService(terminal, async ({ accessControl, addReadyRole }) => {
    const actor = operator('seed roles');
    const { roles } = await accessControl.all();
    for (const { code, name, description, attributes } of readyRoles) {
      if (roles.some((role) => role.code === code)) {
        say(terminal, `= role ${code} exists already and stays as it is.`);
        continue;
      }
      await addReadyRole({ actor, code });
      say(terminal, `+ role ${code} (${name}): ${description}`);
      if (attributes.length > 0) {
        const names = attributes.map((attribute) => attribute.name).join(', ');
        say(terminal, `  Set these attributes of its users: ${names}.`);
      }
    }
  });
}
