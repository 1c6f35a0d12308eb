import { useAuthStore } from '@/store/modules/auth';
import { textOf } from './texts';

/** Shows a message as soon as the page can show one. While it starts, the routes are read before it is drawn. */
function showWhenDrawn(text: string) {
  if (window.$message) {
    window.$message.warning(text, { duration: 10000, closable: true });
  } else {
    setTimeout(() => showWhenDrawn(text), 200);
  }
}

/** Says which menus were left out. Only a user who can change menus sees the message. */
export function reportDroppedMenus(names: readonly string[]) {
  if (useAuthStore().userInfo.buttons.includes('menu.update')) showWhenDrawn(textOf('droppedMenus', names.join(', ')));
}
