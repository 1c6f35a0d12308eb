import { menuRoutes } from '@portcullis/adapters-http';
import { CreateMenu, DeleteMenu, UpdateMenu } from '@portcullis/application';
import { MENU_VIEWS } from './ports.ts';
import { noun, useCase, valueOf } from './provide.ts';
import { creating, work, writing } from './sources.ts';

export const menus = noun(
  {
    createMenu: useCase(CreateMenu, creating),
    updateMenu: useCase(UpdateMenu, writing),
    deleteMenu: useCase(DeleteMenu, { work }),
  },
  (use, from) => menuRoutes({ ...use, menus: valueOf(from, MENU_VIEWS) }),
);
