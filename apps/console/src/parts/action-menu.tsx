import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';

interface ActionMenuProps {
  /** The label of the button. Default: `More actions`. */
  readonly label?: string;
  /** What the button shows. */
  readonly shown?: ComponentChildren;
  readonly class?: string;
  /** True if the list consists of choices and stays open when one is made. Otherwise it closes after a click. */
  readonly isChoice?: boolean;
  readonly children: () => ComponentChildren;
}

/** A button that opens a list of further actions, which are buttons, or of choices. */
export function ActionMenu(props: ActionMenuProps) {
  const { label = texts().common.moreActions, shown = '⋯', class: name, isChoice = false, children } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class={name} popovertarget={id} aria-label={label}>
        {shown}
      </button>
      <div
        id={id}
        popover="auto"
        class={isChoice ? 'action-menu column-choice' : 'action-menu'}
        role="group"
        aria-label={label}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={(event) => isChoice || event.currentTarget.hidePopover()}
      >
        {isOpen ? children() : undefined}
      </div>
    </>
  );
}
