import { defineMessages } from '../../language/messages.ts';

/** Texts about schedules, the full-text search, and actions for several contents. */
export const editorialMessages = defineMessages(
  {
    schedule: 'Schedule',
    scheduleHint: (zone: string) => `Times are in your time zone, ${zone}. The changes happen automatically.`,
    publishAt: 'Publish at',
    unpublishAt: 'Unpublish at',
    setSchedule: 'Set the schedule',
    clearSchedule: 'Clear the schedule',
    scheduleCleared: 'The schedule was cleared.',
    scheduledFor: 'Will be published',
    endsAt: 'Will be unpublished',
    search: 'Search in texts',
    searchIn: 'Words in titles, tags, summaries and texts',
    searchHint: 'Type what you are looking for. Texts in any language are found.',
    nothingFound: (words: string) => `No content has “${words}”.`,
    fields: { title: 'Title', tag: 'Tag', summary: 'Summary', body: 'Text' },
    many: {
      publish: {
        title: (count: number) => `Publish ${count} contents?`,
        consequence: 'Readers can open them immediately.',
        done: (count: number) => `${count} published.`,
      },
      unpublish: {
        title: (count: number) => `Unpublish ${count} contents?`,
        consequence: 'Readers cannot open them any more. They become drafts that you can publish again.',
        done: (count: number) => `${count} unpublished.`,
      },
      archive: {
        title: (count: number) => `Archive ${count} contents?`,
        consequence: 'Readers cannot open them. You can publish them again from the archive.',
        done: (count: number) => `${count} archived.`,
      },
      delete: {
        title: (count: number) => `Delete ${count} contents?`,
        consequence: 'They are deleted for good, and their addresses stop working.',
        done: (count: number) => `${count} deleted.`,
      },
    },
    results: 'Not all of them were changed',
    changed: 'done',
  },
  {
    schedule: '定时',
    scheduleHint: (zone) => `时间以您的时区 ${zone} 为准，到时自动生效。`,
    publishAt: '发布时间',
    unpublishAt: '取消发布时间',
    setSchedule: '设定时间',
    clearSchedule: '清除定时',
    scheduleCleared: '定时已清除。',
    scheduledFor: '将发布于',
    endsAt: '将取消发布于',
    search: '搜索正文',
    searchIn: '标题、标签、摘要和正文中的词语',
    searchHint: '输入要查找的内容，支持任何语言的正文。',
    nothingFound: (words) => `没有包含“${words}”的内容。`,
    fields: { title: '标题', tag: '标签', summary: '摘要', body: '正文' },
    many: {
      publish: {
        title: (count) => `发布 ${count} 篇内容？`,
        consequence: '读者可以立即打开它们。',
        done: (count) => `已发布 ${count} 篇。`,
      },
      unpublish: {
        title: (count) => `取消发布 ${count} 篇内容？`,
        consequence: '读者将无法再打开它们。它们会变为草稿，可以再次发布。',
        done: (count) => `已取消发布 ${count} 篇。`,
      },
      archive: {
        title: (count) => `归档 ${count} 篇内容？`,
        consequence: '读者将无法打开它们。可以从归档中再次发布。',
        done: (count) => `已归档 ${count} 篇。`,
      },
      delete: {
        title: (count) => `删除 ${count} 篇内容？`,
        consequence: '它们将被永久删除，其网址随即失效。',
        done: (count) => `已删除 ${count} 篇。`,
      },
    },
    results: '部分内容未能更改',
    changed: '完成',
  },
);
