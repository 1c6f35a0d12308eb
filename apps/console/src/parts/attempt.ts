import { notify } from './notices.tsx';
import { messageOf } from './errors.ts';

/**
 * Runs an action that has no form. If the action fails, shows the error as a notice.
 * @returns whether the action succeeded
 */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    notify(messageOf(error), 'error');
    return false;
  }
}
