import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { commonMessages } from './messages.ts';

interface DialogProps {
  readonly title: string;
  /**
   * Called when the person closes the dialog with its button or the Escape key. If missing, the person cannot close it.
   */
  readonly onClose?: () => void;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog, which is open while it is rendered. When it closes, the focus returns to the element that had it
 * before.
 */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose === undefined ? undefined : (
          <button type="button" class="button-plain" aria-label={commonMessages().close} onClick={onClose}>
            ✕
          </button>
        )}
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
