import { menuRoutes } from '@portcullis/adapters-http';
import { createMenu, deleteMenu, moveMenu, updateMenu } from '@portcullis/application';
import { WRITTEN_MENUS } from './ports.ts';
import { resourceModule, useCase, resolvePort } from './dependency-injection.ts';
import { createDependencies } from './shared-dependencies.ts';

export const menus = resourceModule(
  {
    createMenu: useCase(createMenu, createDependencies),
    updateMenu: useCase(updateMenu, createDependencies),
    moveMenu: useCase(moveMenu, createDependencies),
    deleteMenu: useCase(deleteMenu, createDependencies),
  },
  (use, from) => menuRoutes({ ...use, menus: resolvePort(from, WRITTEN_MENUS) }),
);
