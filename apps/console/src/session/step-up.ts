import { signal } from '@preact/signals';

/** The question whether it is still the same person, with the function that ends it; undefined while none is open. */
export const stepUpQuestion = signal<{ readonly end: (isConfirmed: boolean) => void } | undefined>(undefined);

/** Opens the question. @returns whether the person has confirmed who they are */
export const askAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    stepUpQuestion.value = {
      end: (isConfirmed) => {
        stepUpQuestion.value = undefined;
        resolve(isConfirmed);
      },
    };
  });
