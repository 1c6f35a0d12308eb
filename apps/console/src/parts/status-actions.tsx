import { go } from '../routing/location.ts';
import { attempt } from './attempt.ts';
import { confirmFirst } from './confirm.tsx';
import { commonMessages } from './messages.ts';
import { notify } from './notices.tsx';
import { Button } from './button.tsx';

interface StatusActionsProps {
  readonly name: string;
  /** 1: enabled, 0: disabled. */
  readonly status: number;
  readonly text: {
    readonly enable: string;
    readonly disable: string;
    readonly disableTitle: (name: string) => string;
    readonly disableConsequence: (affected: number) => string;
    readonly deleteTitle: (name: string) => string;
    readonly deleteConsequence: (affected: number) => string;
    readonly deletedNotice: (name: string) => string;
  };
  /**
   * Counts what the action affects, such as the users of a role or the waiting deliveries of a webhook. It is called
   * before each confirmation, because the number may have changed meanwhile.
   */
  readonly countAffected: () => Promise<number>;
  readonly saveStatus: (status: 0 | 1) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  /** The path of the list that is opened after the resource was deleted. */
  readonly listPath: string;
  readonly onChanged: () => void;
}

/** The buttons that disable, enable and delete a resource. Disabling and deleting ask for confirmation first. */
export function StatusActions({ name, status, text, countAffected, saveStatus, ...rest }: StatusActionsProps) {
  const common = commonMessages();

  const isConfirmed = async (title: string, consequenceOf: (affected: number) => string, action: string) =>
    confirmFirst({ title, consequence: consequenceOf(await countAffected()), action });

  /** Runs an action. If it fails, loads the resource again, because somebody else may have changed the resource. */
  const attemptOrReload = async (action: () => Promise<unknown>): Promise<void> => {
    if (!(await attempt(action))) rest.onChanged();
  };

  const setStatus = (to: 0 | 1) =>
    attemptOrReload(async () => {
      if (to === 0 && !(await isConfirmed(text.disableTitle(name), text.disableConsequence, text.disable))) return;
      await saveStatus(to);
      notify(common.saved);
      rest.onChanged();
    });

  const remove = () =>
    attemptOrReload(async () => {
      if (!(await isConfirmed(text.deleteTitle(name), text.deleteConsequence, common.delete))) return;
      await rest.remove();
      notify(text.deletedNotice(name));
      go(rest.listPath, { replace: true });
    });

  return (
    <>
      <Button onClick={() => setStatus(status === 1 ? 0 : 1)}>{status === 1 ? text.disable : text.enable}</Button>
      <Button kind="danger" onClick={remove}>
        {common.delete}
      </Button>
    </>
  );
}
