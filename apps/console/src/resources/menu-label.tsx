import type { Schemas } from '@portcullis/client';
import { texts } from '../language/language.ts';
import { menuTitle } from './built-in-names.ts';
import { MenuIcon } from './menu-icon.tsx';

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
