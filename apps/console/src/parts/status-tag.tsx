import { commonMessages } from './messages.ts';

/** Whether something is enabled, in a word and a colour. */
export function StatusTag({ isEnabled }: { readonly isEnabled: boolean }) {
  const text = commonMessages();
  return <span class={isEnabled ? 'tag tag-good' : 'tag tag-off'}>{isEnabled ? text.enabled : text.disabled}</span>;
}
