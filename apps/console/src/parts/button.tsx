import type { ComponentChildren } from 'preact';

interface ButtonProps {
  /** `main` is the first choice of a form or a screen, and `danger` destroys something. `link` looks like a link. */
  readonly kind?: 'main' | 'danger' | 'link';
  /** The name for screen readers, if the text alone does not say what the button concerns. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  /** True while the action runs. Unlike a disabled button, the button keeps the focus. */
  readonly isBusy?: boolean;
  /** The error of an asynchronous action must be handled by the action itself. */
  readonly onClick: () => unknown;
  readonly children: ComponentChildren;
}

/** A button that does not submit a form. */
export const Button = ({ kind, label, isDisabled, isBusy, onClick, children }: ButtonProps) => (
  <button
    type="button"
    class={kind === undefined ? undefined : `button-${kind}`}
    aria-label={label}
    disabled={isDisabled}
    aria-disabled={isBusy}
    onClick={() => void onClick()}
  >
    {children}
  </button>
);
