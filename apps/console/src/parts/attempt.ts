import { messageOf } from './states.tsx';
import { notify } from './status.tsx';

/** Does something outside of a form; a refusal of the service is shown as a notice. @returns whether it was done. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    notify(messageOf(error), 'error');
    return false;
  }
}
