import { effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Editing } from './content-editing.ts';

/** Milliseconds without a change before the draft is kept. */
const pause = 300;

/** Keeps unsaved work while the editor is open. @returns whether it outlives the page. */
export function useKeptDraft(editing: Editing): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      setKept(editing.keep());
    };
    const stop = effect(() => {
      // The effect runs whenever the values change.
      void editing.form.values.value;
      clearTimeout(timer);
      timer = setTimeout(keep, pause);
    });
    const warn = (event: BeforeUnloadEvent): void => {
      if (!editing.keep()) event.preventDefault();
    };
    window.addEventListener('pagehide', keep);
    window.addEventListener('beforeunload', warn);
    return () => {
      stop();
      keep();
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('beforeunload', warn);
    };
  }, [editing]);
  return isKept;
}
