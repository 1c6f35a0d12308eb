import { defineMessages } from '../../language/messages.ts';

export const categoriesMessages = defineMessages({
  create: ['Create category', '新建分类'],
  createBelow: ['Add below', '在下级新建'],
  slugHint: [
    'The name in the address. If it is empty, it is derived from the name.',
    '用于网址中的名称。留空时根据名称生成。',
  ],
  parent: ['Below', '上级'],
  root: ['nothing (at the top)', '无（顶级）'],
  chooseOne: ['Choose a category to edit it, or create one.', '选择一个分类进行编辑，或新建分类。'],
  empty: ['There is no category yet.', '还没有分类。'],
  contents: (count: number) => [count === 1 ? '1 content' : `${count} contents`, `${count} 篇内容`],
  contentsHint: ['Here and in the categories below.', '包括下级分类。'],
  createdNotice: (name: string) => [`The category ${name} was created.`, `分类 ${name} 已创建。`],
  movedNotice: (name: string) => [`${name} was moved.`, `已移动 ${name}。`],
  deleteTitle: (name: string) => [`Delete ${name}?`, `删除 ${name}？`],
  deleteConsequence: (name: string) => [
    `The category ${name} is deleted for good. A category with contents or subcategories cannot be deleted.`,
    `分类 ${name} 将被永久删除。如果其中有内容或下级分类，则无法删除。`,
  ],
  deletedNotice: (name: string) => [`The category ${name} was deleted.`, `分类 ${name} 已删除。`],
});
