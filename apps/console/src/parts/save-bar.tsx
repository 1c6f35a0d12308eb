import { useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Button } from './elements.tsx';
import { changedParts, discardUnsaved } from './unsaved.ts';

/** Saves the unsaved changes of all panels of a page, and names these panels. It is shown only if there are any. */
export function SaveBar() {
  const text = texts().common;
  const [isSaving, setSaving] = useState(false);
  const changed = changedParts().flatMap(({ element, save }) => (save === undefined ? [] : [{ element, save }]));
  if (changed.length === 0 && !isSaving) return null;
  const names = changed.flatMap(({ element }) => {
    const node = element();
    const panel = node instanceof Element ? node.closest('.panel') : null;
    return panel?.querySelector('h2')?.textContent ?? [];
  });
  async function saveAll(): Promise<void> {
    setSaving(true);
    for (const { save } of changed) await save();
    setSaving(false);
  }
  return (
    <section class="save-bar" aria-label={text.unsavedChanges}>
      <Button kind="main" isBusy={isSaving} onClick={isSaving ? () => undefined : saveAll}>
        {isSaving ? text.saving : text.save}
      </Button>
      <Button onClick={() => discardUnsaved()}>{text.discardChanges}</Button>
      <span class="quiet">
        {text.unsavedChanges}: {[...new Set(names)].join(', ')}
      </span>
    </section>
  );
}
