import { useEffect, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { Dialog } from '../parts/actions.tsx';
import { Icon } from '../parts/icon.tsx';
import { LoadBoundary, useLoad } from '../parts/load.tsx';

const isApple = (): boolean => /Mac|iPhone|iPad/u.test(window.navigator.userAgent);

/** Loads the search over everything when it is opened for the first time. */
function LoadedPalette({ onClose }: { readonly onClose: () => void }) {
  const loaded = useLoad(async () => ({ Palette: (await import('./palette.tsx')).Palette }), []);
  return <LoadBoundary of={loaded}>{({ Palette }) => <Palette onClose={onClose} />}</LoadBoundary>;
}

/** The button that opens the search over everything. Ctrl+K, or Command+K on Apple's devices, opens it too. */
export function PaletteButton() {
  const text = texts().palette;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // In the editor of a text, the keys make a link. A dialog that is open already may have unsaved input.
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const keys = isApple() ? '⌘K' : 'Ctrl K';
  return (
    <>
      <button type="button" class="palette-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="mdi:magnify" />
        <span>{text.open}</span>
        <kbd aria-hidden="true">{keys}</kbd>
      </button>
      {isOpen ? (
        <Dialog title={text.title} onClose={() => setOpen(false)}>
          <LoadedPalette onClose={() => setOpen(false)} />
        </Dialog>
      ) : undefined}
    </>
  );
}
