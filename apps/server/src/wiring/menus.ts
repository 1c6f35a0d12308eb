import { menuRoutes } from '@portcullis/adapters-http';
import { createMenu, deleteMenu, moveMenu, updateMenu } from '@portcullis/application';
import { MENU_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating } from './sources.ts';

export const menus = noun(
  {
    createMenu: useCase(createMenu, creating),
    updateMenu: useCase(updateMenu, creating),
    moveMenu: useCase(moveMenu, creating),
    deleteMenu: useCase(deleteMenu, creating),
  },
  (use, from) => menuRoutes({ ...use, menus: valueOf(from, MENU_VIEWS) }),
);
