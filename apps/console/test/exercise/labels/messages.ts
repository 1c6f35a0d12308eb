import { defineMessages } from '../../../src/language/messages.ts';

export const labelMessages = defineMessages({
  colour: ['Colour', '颜色'],
  create: ['Create label', '新建标记'],
  createdNotice: (name: string) => [`The label ${name} was created.`, `标记 ${name} 已创建。`],
  empty: ['There is no label yet.', '还没有标记。'],
  searchIn: ['Name, description', '名称、描述'],
});
