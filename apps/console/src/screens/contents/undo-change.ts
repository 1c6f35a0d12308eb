import { ifVersion, type OperationId, type Schemas } from '@portcullis/client';
import { api, can, moduleParts } from '../../session/session.ts';
import { statuses } from './content-status.tsx';

/** The fields of a content that actions change, and those that identify it. */
export type ChangedContent = Pick<
  Schemas['ContentListItem'],
  'id' | 'title' | 'version' | 'status' | 'categoryId' | 'tagIds' | 'publishAt' | 'unpublishAt'
>;

export const actions = [
  'publish',
  'unpublish',
  'archive',
  'delete',
] as const satisfies readonly Schemas['BatchBody']['action'][];

export type Action = (typeof actions)[number];

/** For each action, the operation that does the same to one content. A batch asks for the same roles and permissions. */
export const operations = {
  publish: 'publishContent',
  unpublish: 'unpublishContent',
  archive: 'archiveContent',
  delete: 'deleteContent',
} as const satisfies Record<Action, OperationId>;

/** Maximum number of contents in one batch. */
const mostInBatch = 100;

const sendBatch = (ids: string[], action: Action) =>
  api.post('/api/contents/batch', { body: { ids, action, atomic: false } });

/** Whether the action succeeded for a content; otherwise, why not. */
export type Result = Awaited<ReturnType<typeof sendBatch>>[number];

/** Applies an action to any number of contents. */
export async function changeAll(ids: readonly string[], action: Action): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < ids.length; at += mostInBatch) {
    results.push(...(await sendBatch(ids.slice(at, at + mostInBatch), action)));
  }
  return results;
}

/** Sets the schedule of a content. */
export const setSchedule = (
  { id, version }: Pick<ChangedContent, 'id' | 'version'>,
  { publishAt, unpublishAt }: Pick<ChangedContent, 'publishAt' | 'unpublishAt'>,
) => {
  const params = { path: { id }, header: ifVersion(version) };
  return publishAt === null && unpublishAt === null
    ? api.delete('/api/contents/{id}/schedule', { params })
    : api.put('/api/contents/{id}/schedule', { params, body: { publishAt, unpublishAt } });
};

/**
 * Whether an action can be undone. An archived content becomes a draft only by being published, which readers would see.
 */
export const isReversible = (action: Action, items: readonly Pick<ChangedContent, 'status'>[]): boolean =>
  action === 'delete'
    ? moduleParts.value.contentBinDays > 0 && can('recoverContent')
    : !(action === 'archive' && items.some(({ status }) => status === 'DRAFT'));

/** The actions that bring contents to a status. */
const actionsBack = { DRAFT: 'unpublish', PUBLISHED: 'publish', ARCHIVED: 'archive' } as const;

export const recoverContent = (id: string) => api.post('/api/contents/{id}/recover', { params: { path: { id } } });

/** Brings contents back to the status and the schedule that they had before an action. */
export async function undoAction(action: Action, items: readonly ChangedContent[]): Promise<void> {
  if (action === 'delete') for (const { id } of items) await recoverContent(id);
  for (const status of statuses) {
    const ids = items.flatMap((item) => (item.status === status ? [item.id] : []));
    if (ids.length > 0 && can(operations[actionsBack[status]])) await changeAll(ids, actionsBack[status]);
  }
  for (const item of items) {
    if (item.publishAt === null && item.unpublishAt === null) continue;
    if (can('scheduleContent')) {
      const { version } = await api.get('/api/contents/{id}', { params: { path: { id: item.id } } });
      await setSchedule({ id: item.id, version }, item);
    }
  }
}
