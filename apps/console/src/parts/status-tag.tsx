import { commonMessages } from './messages.ts';

/** Shows by a word and a colour whether something is enabled. */
export function StatusTag({ isEnabled }: { readonly isEnabled: boolean }) {
  const text = commonMessages();
  return <span class={isEnabled ? 'tag tag-good' : 'tag tag-off'}>{isEnabled ? text.enabled : text.disabled}</span>;
}
