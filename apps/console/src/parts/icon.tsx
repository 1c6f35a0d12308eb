import { interfaceIcons } from '../icons/interface-icons.ts';

/** Shows an icon of the navigation, such as `mdi:webhook`. The text beside it says what it means. */
export function Icon({ name }: { readonly name: string }) {
  return <IconShape icon={interfaceIcons[name]} />;
}

/** Shows an icon from its square and its path; an empty square if there is none. */
export function IconShape({ icon }: { readonly icon: readonly [size: number, path: string] | undefined }) {
  const [size, path] = icon ?? [24, ''];
  return (
    <svg class="icon" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
