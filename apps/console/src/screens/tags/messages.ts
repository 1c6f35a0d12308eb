import { defineMessages } from '../../language/messages.ts';

export const tagsMessages = defineMessages({
  searchIn: ['Name, slug', '名称、网址别名'],
  create: ['Create tag', '新建标签'],
  createMany: ['Create several', '批量新建'],
  edit: (name: string) => [`Edit the tag ${name}`, `编辑标签 ${name}`],
  empty: ['There is no tag yet.', '还没有标签。'],
  slugHint: [
    'The name in the address. If it is empty, it is derived from the name.',
    '用于网址中的名称。留空时根据名称生成。',
  ],
  contentCount: ['Published contents', '已发布内容'],
  contentsOf: (name: string) => [`Contents with the tag ${name}`, `带有标签 ${name} 的内容`],
  names: ['Names', '名称'],
  namesHint: [
    'One on each line, at most 100. Existing tags are not changed.',
    '每行一个，最多 100 个。已存在的标签保持不变。',
  ],
  noNames: ['Enter at least one name.', '请至少输入一个名称。'],
  createdNotice: (name: string) => [`The tag ${name} was created.`, `标签 ${name} 已创建。`],
  createdManyNotice: (count: number) => [
    count === 1 ? '1 tag is ready.' : `${count} tags are ready.`,
    `${count} 个标签已就绪。`,
  ],
  deleteTitle: (name: string) => [`Delete ${name}?`, `删除 ${name}？`],
  deleteConsequence: (name: string) => [
    `The tag ${name} is deleted for good and removed from all its contents.`,
    `标签 ${name} 将被永久删除，并从所有内容中移除。`,
  ],
  deleteManyTitle: (count: number) => [`Delete ${count} tags?`, `删除 ${count} 个标签？`],
  deleteManyConsequence: [
    'They are deleted for good and removed from all their contents.',
    '它们将被永久删除，并从所有内容中移除。',
  ],
  deletedNotice: (count: number) => [
    count === 1 ? '1 tag was deleted.' : `${count} tags were deleted.`,
    `已删除 ${count} 个标签。`,
  ],
});
