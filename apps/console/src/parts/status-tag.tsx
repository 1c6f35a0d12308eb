import { commonMessages } from './messages.ts';

/** Shows a coloured label that says whether a resource is enabled. */
export function StatusTag({ isEnabled }: { readonly isEnabled: boolean }) {
  const text = commonMessages();
  return <span class={isEnabled ? 'tag tag-good' : 'tag tag-off'}>{isEnabled ? text.enabled : text.disabled}</span>;
}
