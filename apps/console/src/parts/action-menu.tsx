import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { texts } from '../language/language.ts';

/** A button that opens a list of further actions, which are buttons. */
export function ActionMenu({ children }: { readonly children: ComponentChildren }) {
  const id = useId();
  return (
    <>
      <button type="button" popovertarget={id} aria-label={texts().common.moreActions}>
        ⋯
      </button>
      <div
        id={id}
        popover="auto"
        class="action-menu"
        role="group"
        aria-label={texts().common.moreActions}
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
