import { defineMessages } from '../../language/messages.ts';

export const moduleMessages = defineMessages({
  create: (label: string) => [`Create: ${label}`, `新建${label}`],
  empty: ['There is no entry yet.', '还没有条目。'],
  createdNotice: (name: string) => [`${name} was created.`, `${name} 已创建。`],
  deleteTitle: (name: string) => [`Delete ${name}?`, `删除 ${name}？`],
  deleteConsequence: (name: string) => [`${name} is deleted for good.`, `${name} 将被永久删除。`],
  deleteManyTitle: (count: number) => [`Delete ${count} entries?`, `删除 ${count} 个条目？`],
  deleteManyConsequence: ['They are deleted for good.', '它们将被永久删除。'],
  deletedNotice: (count: number) => [
    count === 1 ? '1 entry was deleted.' : `${count} entries were deleted.`,
    `已删除 ${count} 个条目。`,
  ],
  profile: ['Details', '详情'],
});
