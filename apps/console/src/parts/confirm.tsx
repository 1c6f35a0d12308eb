import { signal } from '@preact/signals';
import { Dialog } from './dialog.tsx';
import { commonMessages } from './messages.ts';
import { Button } from './button.tsx';

interface Question {
  /** The question, such as `Delete the user ada?` */
  readonly title: string;
  /** The consequence, in full sentences. */
  readonly consequence: string;
  /** The label of the button that confirms: a verb such as `Delete`. */
  readonly action: string;
}

const asked = signal<(Question & { readonly decide: (confirmed: boolean) => void }) | undefined>(undefined);

/** Asks the person to confirm a destructive action. @returns whether the person confirmed the action */
export const confirmFirst = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked.value = {
      ...question,
      decide: (confirmed) => {
        asked.value = undefined;
        resolve(confirmed);
      },
    };
  });

/** Shows the question of `confirmFirst`. The layout renders this component once. */
export function ConfirmDialog() {
  const question = asked.value;
  if (question === undefined) return null;
  return (
    <Dialog title={question.title} onClose={() => question.decide(false)}>
      <p>{question.consequence}</p>
      <div class="form-actions">
        <Button kind="danger" onClick={() => question.decide(true)}>
          {question.action}
        </Button>
        <Button onClick={() => question.decide(false)}>{commonMessages().cancel}</Button>
      </div>
    </Dialog>
  );
}
