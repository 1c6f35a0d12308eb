import type { Schemas } from '@portcullis/client';
import { texts } from '../language/language.ts';
import { menuTitle } from './built-in-names.ts';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { IconShape } from '../parts/icon.tsx';
import { once } from '../parts/load.tsx';

type Icons = Readonly<Record<string, readonly [size: number, path: string]>>;

/** The icons for menus. They are loaded when the first one is shown. */
const menuIcons = signal<Icons>({});

const load = once(async () => {
  menuIcons.value = (await import('../icons/menu-icons.ts')).menuIcons;
});

/** Loads the icons for menus while a component is shown. Without them, the places of the icons stay empty. */
export function useMenuIcons(): Icons {
  useEffect(() => void load().catch(() => undefined), []);
  return menuIcons.value;
}

/** Shows the icon of a menu: a neutral one if the console does not have it, and an empty square if the menu has none. */
export function MenuIcon({ name }: { readonly name: string | null }) {
  const icons = useMenuIcons();
  return <IconShape icon={name ? (icons[name] ?? icons['mdi:shape-outline']) : undefined} />;
}

/** Shows a menu in the tree: its title, its route path, and labels such as `hidden`. */
export function MenuLabel({ menu }: { readonly menu: Schemas['MenuNode'] }) {
  const text = texts().references;
  return (
    <span class="menu-label">
      <MenuIcon name={menu.icon} />
      <span dir="auto">{menuTitle(menu)}</span>
      <span class="quiet menu-path" dir="auto">
        {menu.routePath}
      </span>
      {menu.menuType === 1 ? <span class="tag">{text.directory}</span> : undefined}
      {menu.hideInMenu ? <span class="tag">{text.hidden}</span> : undefined}
      {menu.constant ? <span class="tag">{text.constant}</span> : undefined}
      {menu.status === 1 ? undefined : <span class="tag tag-off">{texts().common.disabled}</span>}
    </span>
  );
}
