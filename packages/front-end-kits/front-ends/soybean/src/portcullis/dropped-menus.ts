import { can } from './can';
import { textOf } from './texts';

/**
 * Shows a message as soon as the page can show it. When the front end starts, it reads the routes before it renders the
 * page, so the message may have to wait.
 */
function showWhenDrawn(text: string) {
  if (window.$message) {
    window.$message.warning(text, { duration: 10000, closable: true });
  } else {
    setTimeout(() => showWhenDrawn(text), 200);
  }
}

/**
 * Shows which menus were omitted because this front end has no page for them. Only users who can change menus see the
 * message.
 */
export function reportDroppedMenus(names: readonly string[]) {
  if (can('updateMenu')) showWhenDrawn(textOf('droppedMenus', names.join(', ')));
}
