import { signal } from '@preact/signals';

interface Notice {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
}

const notices = signal<readonly Notice[]>([]);
let last = 0;

/**
 * Shows a short message for 6 seconds. Screen readers announce the message.
 * At most three messages are shown at the same time; a fourth message replaces the oldest.
 */
export function notify(text: string, kind: Notice['kind'] = 'success'): void {
  last += 1;
  const id = last;
  notices.value = [...notices.value.slice(-2), { id, kind, text }];
  setTimeout(() => {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  }, 6000);
}

/** Shows the messages of `notify`. */
export function StatusRegion() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, kind, text }) => (
        <p key={id} class={`notice notice-${kind}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
