import { defineMessages } from '../../language/messages.ts';

export const menusMessages = defineMessages(
  {
    title: 'Menus',
  },
  {
    title: '菜单',
  },
);
