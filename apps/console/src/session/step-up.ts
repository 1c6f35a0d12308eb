import { signal } from '@preact/signals';

/** The open step-up dialog, with the function that closes it. Undefined if the dialog is not open. */
export const stepUpQuestion = signal<{ readonly end: (isConfirmed: boolean) => void } | undefined>(undefined);

/** Opens the step-up dialog. @returns whether the person has authenticated again */
export const requestStepUp = (): Promise<boolean> =>
  new Promise((resolve) => {
    stepUpQuestion.value = {
      end: (isConfirmed) => {
        stepUpQuestion.value = undefined;
        resolve(isConfirmed);
      },
    };
  });
