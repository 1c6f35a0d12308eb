import { demoPeople } from '../demo/people.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { operator } from '../adapters/operator.ts';
import { choosePassword, type PasswordOptions } from './password.ts';
import { addEach, sayAdded } from './progress.ts';
import { say } from './say.ts';
import { withService } from './with-service.ts';

/**
 * Adds the demo data that does not exist yet. Existing data is not changed, except that the role ADMIN gets the added
 * menus.
 */
export async function seedDemo(options: PasswordOptions): Promise<void> {
  const { password, note } = await choosePassword(options);
  await withService(async (container) => {
    const actor = operator('seed demo');
    const { menus, people, articles } = await loadDemo(container, {
      actor,
      password,
      progress: { addEach, sayAdded },
    });
    if (menus + people + articles === 0) say('There is nothing to add: the demo data exists already.');
    if (people > 0) sayAccounts(note);
  });
}

/** Prints which users can log in, and what to do next. */
function sayAccounts(passwordNote: string): void {
  const [editor, , , analyst] = demoPeople.map(({ account }) => account.username);
  say('');
  say(`Demo users  ${editor} (editor), ${analyst} (analyst) and ${demoPeople.length - 2} more`);
  say(`Password    ${passwordNote}   the same for all of them`);
  say('Next        Start the service (npm start) unless it is running, and log in as one of them.');
}
