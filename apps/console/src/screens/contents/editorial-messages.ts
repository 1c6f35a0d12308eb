import { defineMessages } from '../../language/messages.ts';

/** Texts about schedules, the full-text search, and actions for several contents. */
export const editorialMessages = defineMessages({
  schedule: ['Schedule', '定时'],
  scheduleHint: (zone: string) => [
    `Times are in your time zone, ${zone}. The changes happen automatically.`,
    `时间以您的时区 ${zone} 为准，到时自动生效。`,
  ],
  publishAt: ['Publish at', '发布时间'],
  unpublishAt: ['Unpublish at', '取消发布时间'],
  setSchedule: ['Set the schedule', '设定时间'],
  clearSchedule: ['Clear the schedule', '清除定时'],
  scheduleCleared: ['The schedule was cleared.', '定时已清除。'],
  scheduledFor: ['Will be published', '将发布于'],
  endsAt: ['Will be unpublished', '将取消发布于'],
  search: ['Search in texts', '搜索正文'],
  searchIn: ['Words in titles, tags, summaries and texts', '标题、标签、摘要和正文中的词语'],
  searchHint: [
    'Type what you are looking for. Texts in any language are found.',
    '输入要查找的内容，支持任何语言的正文。',
  ],
  nothingFound: (words: string) => [`No content has “${words}”.`, `没有包含“${words}”的内容。`],
  fields: {
    title: ['Title', '标题'],
    tag: ['Tag', '标签'],
    summary: ['Summary', '摘要'],
    body: ['Text', '正文'],
  },
  many: {
    publish: {
      title: (count: number) => [`Publish ${count} contents?`, `发布 ${count} 篇内容？`],
      consequence: ['Readers can open them immediately.', '读者可以立即打开它们。'],
      done: (count: number) => [`${count} published.`, `已发布 ${count} 篇。`],
    },
    unpublish: {
      title: (count: number) => [`Unpublish ${count} contents?`, `取消发布 ${count} 篇内容？`],
      consequence: [
        'Readers cannot open them any more. They become drafts that you can publish again.',
        '读者将无法再打开它们。它们会变为草稿，可以再次发布。',
      ],
      done: (count: number) => [`${count} unpublished.`, `已取消发布 ${count} 篇。`],
    },
    archive: {
      title: (count: number) => [`Archive ${count} contents?`, `归档 ${count} 篇内容？`],
      consequence: [
        'Readers cannot open them. You can publish them again from the archive.',
        '读者将无法打开它们。可以从归档中再次发布。',
      ],
      done: (count: number) => [`${count} archived.`, `已归档 ${count} 篇。`],
    },
    delete: {
      title: (count: number) => [`Delete ${count} contents?`, `删除 ${count} 篇内容？`],
      consequence: [
        'They are deleted for good, and their addresses stop working.',
        '它们将被永久删除，其网址随即失效。',
      ],
      done: (count: number) => [`${count} deleted.`, `已删除 ${count} 篇。`],
    },
  },
  results: ['Not all of them were changed', '部分内容未能更改'],
  changed: ['done', '完成'],
});
