import { demoPeople } from '../demo/people.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { operator } from '../adapters/operator.ts';
import { choosePassword, type PasswordOptions } from './password.ts';
import { progressOn } from './progress.ts';
import { say, type Terminal } from './terminal.ts';
import { withService } from './with-service.ts';

/**
 * Adds the demo data that does not exist yet. Existing data is not changed, except that the role ADMIN gets the added
 * menus.
 */
export async function seedDemo(terminal: Terminal, options: PasswordOptions): Promise<void> {
  const { password, note } = await choosePassword(terminal, options);
  await withService(terminal, async (container) => {
    const actor = operator('seed demo');
    const { menus, people, articles } = await loadDemo(container, {
      actor,
      password,
      progress: progressOn(terminal),
    });
    if (menus + people + articles === 0) say(terminal, 'There is nothing to add: the demo data exists already.');
    if (people > 0) sayAccounts(terminal, note);
  });
}

/** Prints which users can log in, and what to do next. */
function sayAccounts(terminal: Terminal, passwordNote: string): void {
  const [editor, , , analyst] = demoPeople.map(({ account }) => account.username);
  say(terminal, '');
  say(terminal, `Demo users  ${editor} (editor), ${analyst} (analyst) and ${demoPeople.length - 2} more`);
  say(terminal, `Password    ${passwordNote}   the same for all of them`);
  say(terminal, 'Next        Start the service (npm start) unless it is running, and log in as one of them.');
}
