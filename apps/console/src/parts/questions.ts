import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export interface Question {
  /** The question, such as `Delete the user ada?` */
  readonly title: string;
  /** The consequence, in full sentences. */
  readonly consequence: string;
  /** Further content, such as a comparison, which the dialog shows below the consequence. */
  readonly details?: ComponentChildren;
  /** The label of the button that confirms: a verb such as `Delete`. */
  readonly action: string;
  /** True if nothing is lost by what the person confirms. */
  readonly isHarmless?: boolean;
  /** True if the details need much space, such as a comparison of texts. */
  readonly isWide?: boolean;
  /** The label of the other button. Default: `Cancel`. */
  readonly refusal?: string;
}

export const askedQuestion = signal<(Question & { readonly decide: (confirmed: boolean) => void }) | undefined>(
  undefined,
);

/** Asks the person to confirm a destructive action. @returns whether the person confirmed the action */
export const confirmFirst = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    askedQuestion.value = {
      ...question,
      decide: (confirmed) => {
        askedQuestion.value = undefined;
        resolve(confirmed);
      },
    };
  });
