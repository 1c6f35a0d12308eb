import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { currentLocation, currentSubject, go, setQuery } from '../routing/location.ts';
import { Button } from './elements.tsx';
import { messageOf } from './load.tsx';
import { notify, askedQuestion, confirmFirst, type Question } from './notices.tsx';
import { discardUnsaved } from './unsaved.ts';

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

interface DialogProps {
  readonly title: string;
  /**
   * Called when the person closes the dialog with its button or the Escape key, and discards the unsaved changes of its
   * forms. If missing, the person cannot close it.
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
  const close = async (): Promise<void> => {
    if (onClose !== undefined && (await discardUnsaved(element.current))) onClose();
  };
  // A field with `autofocus` has the focus already when effects run.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const dialog = element.current;
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
        void close();
      }}
    >
      <div class="dialog-head">
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {onClose === undefined ? undefined : (
          <button type="button" class="button-plain" aria-label={texts().common.close} onClick={() => void close()}>
            ✕
          </button>
        )}
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

interface DialogButtonProps extends Omit<ButtonHTMLAttributes, 'children' | 'label'> {
  /** What the button shows. */
  readonly label: ComponentChildren;
  /** The title of the dialog. */
  readonly dialog: string;
  readonly wide?: boolean;
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a dialog. */
export function DialogButton({ label, dialog, wide = false, children, ...attributes }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" {...attributes} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <Dialog title={dialog} onClose={close} wide={wide}>
          {children(close)}
        </Dialog>
      ) : undefined}
    </>
  );
}

/** Shows the question of `confirmFirst`. The layout renders this component once. */
export function ConfirmDialog() {
  const question = askedQuestion.value;
  if (question === undefined) return null;
  return (
    <Dialog title={question.title} onClose={() => question.decide(false)} wide={question.isWide === true}>
      <p dir="auto">{question.consequence}</p>
      {question.details}
      <div class="form-actions">
        <Button kind={question.isHarmless === true ? 'main' : 'danger'} onClick={() => question.decide(true)}>
          {question.action}
        </Button>
        <Button onClick={() => question.decide(false)}>{question.refusal ?? texts().common.cancel}</Button>
      </div>
    </Dialog>
  );
}

interface AttemptOptions {
  /** If set, the action runs only if the person confirms this question. */
  readonly question?: Question;
  /** The notice after a success. */
  readonly done?: string;
  /** Called after the action, even if it failed. */
  readonly after?: () => unknown;
}

/**
 * Runs an action that has no form. If the action fails, shows the error as a notice.
 * @returns whether the action succeeded
 */
export async function attempt(
  action: () => Promise<unknown>,
  { question, done, after }: AttemptOptions = {},
): Promise<boolean> {
  if (question !== undefined && !(await confirmFirst(question))) return false;
  let isDone = true;
  try {
    await action();
    if (done !== undefined) notify(done);
  } catch (error) {
    isDone = false;
    notify(messageOf(error), 'error');
  }
  await after?.();
  return isDone;
}

type Action = (id: string) => Promise<unknown>;

/** Runs an action for each id, one after another, and shows each error. @returns the ids of the successful actions */
export async function succeededOf(ids: readonly string[], action: Action): Promise<readonly string[]> {
  const done: string[] = [];
  for (const id of ids) if (await attempt(() => action(id))) done.push(id);
  return done;
}

/** Runs an action for each id like `succeededOf`. @returns the number of successful actions */
export const attemptEach = async (ids: readonly string[], action: Action): Promise<number> =>
  (await succeededOf(ids, action)).length;

interface CreateButtonProps {
  readonly label: string;
  /** True if the button is not the first choice of the screen. */
  readonly isSecondary?: boolean;
  /** The form in the dialog. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** The button of a list that opens the dialog for a new resource. The parameter `create` of the URL opens it, too. */
export function CreateButton({ label, isSecondary = false, children }: CreateButtonProps) {
  const isAsked = !isSecondary && currentLocation.value.query.has('create');
  const key = `portcullis.dialog.${label}`;
  const [isOpen, setOpen] = useState(isAsked || window.sessionStorage.getItem(key) === currentSubject());
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  const close = (): void => {
    setOpen(false);
    if (isAsked) setQuery({ create: '' }, { replace: true });
  };
  // A reload opens the dialog again, with the values that its form keeps for a reload.
  useEffect(() => {
    if (!isOpen) return undefined;
    window.sessionStorage.setItem(key, currentSubject());
    return () => window.sessionStorage.removeItem(key);
  }, [isOpen]);
  return (
    <>
      <Button {...(!isSecondary && { kind: 'main' })} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <Dialog title={label} onClose={close}>
          {children(close)}
        </Dialog>
      ) : undefined}
    </>
  );
}

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** If missing, says that the value is shown only once. */
  readonly hint?: string;
}

/** Shows a value, usually one that the service returns only once, with a button that copies it. */
export function CopyField({ label, value, hint = texts().common.copyNow }: CopyFieldProps) {
  const text = texts().common;
  const id = useId();
  const copy = () =>
    attempt(async () => {
      await window.navigator.clipboard.writeText(value);
      notify(text.copied);
    });
  return (
    <div class="field" role="status">
      <label for={id}>{label}</label>
      <div class="with-buttons">
        <input id={id} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <Button onClick={copy}>{text.copy}</Button>
      </div>
      <p class="field-hint">{hint}</p>
    </div>
  );
}

/** The name of a resource, and how much else an action on it affects. */
interface Affected {
  readonly name: string;
  readonly affected: number;
}

interface StatusActionsProps {
  readonly name: string;
  /** 1: enabled, 0: disabled. */
  readonly status: number;
  readonly text: {
    readonly disableTitle: (values: Affected) => string;
    readonly disableConsequence: (values: Affected) => string;
    readonly deleteTitle: (values: Affected) => string;
    readonly deleteConsequence: (values: Affected) => string;
    readonly deletedNotice: (values: Affected) => string;
  };
  /**
   * Counts what the action affects, such as the users of a role or the waiting deliveries of a webhook. It is called
   * before each confirmation, because the number may have changed meanwhile. If missing, nothing else is affected.
   */
  readonly countAffected?: () => Promise<number>;
  /** If undefined, the person may not change the status. */
  readonly saveStatus: ((status: 0 | 1) => Promise<unknown>) | undefined;
  /** If undefined, the person may not delete the resource. */
  readonly remove: (() => Promise<unknown>) | undefined;
  /** The path of the list that is opened after the resource was deleted. */
  readonly listPath: string;
  readonly onChanged: () => void;
}

/** The buttons that disable, enable and delete a resource. Disabling and deleting ask for confirmation first. */
export function StatusActions({ name, status, text, countAffected, saveStatus, remove, ...rest }: StatusActionsProps) {
  const common = texts().common;

  type TextOf = (values: Affected) => string;
  const isConfirmed = async (title: TextOf, consequence: TextOf, action: string): Promise<boolean> => {
    const values = { name, affected: (await countAffected?.()) ?? 0 };
    return confirmFirst({ title: title(values), consequence: consequence(values), action });
  };

  /** Runs an action. If it fails, loads the resource again, because somebody else may have changed the resource. */
  const attemptOrReload = async (action: () => Promise<unknown>): Promise<void> => {
    if (!(await attempt(action))) rest.onChanged();
  };

  const setStatus = (save: (status: 0 | 1) => Promise<unknown>, to: 0 | 1) =>
    attemptOrReload(async () => {
      if (to === 0 && !(await isConfirmed(text.disableTitle, text.disableConsequence, common.disable))) return;
      await save(to);
      notify(common.saved);
      rest.onChanged();
    });

  const deleteResource = (send: () => Promise<unknown>) =>
    attemptOrReload(async () => {
      if (!(await isConfirmed(text.deleteTitle, text.deleteConsequence, common.delete))) return;
      await send();
      notify(text.deletedNotice({ name, affected: 0 }));
      go(rest.listPath, { replace: true });
    });

  return (
    <>
      {saveStatus === undefined ? undefined : (
        <Button onClick={() => setStatus(saveStatus, status === 1 ? 0 : 1)}>
          {status === 1 ? common.disable : common.enable}
        </Button>
      )}
      {remove === undefined ? undefined : (
        <Button kind="danger" onClick={() => deleteResource(remove)}>
          {common.delete}
        </Button>
      )}
    </>
  );
}
