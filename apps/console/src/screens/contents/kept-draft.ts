import { effect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { Editing } from './content-editing.ts';

/** The draft is stored this many milliseconds after the last change. */
const pause = 300;

/**
 * Stores unsaved changes as a draft while the editor is open.
 * @returns false if the draft is lost when the page is closed
 */
export function useKeptDraft(editing: Editing): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(timer);
      setKept(editing.keep());
    };
    const stop = effect(() => {
      // The effect reads the values, so it runs when the values change.
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
