import { ifVersion, type Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { ActionMenu, attempt } from '../../parts/actions.tsx';
import { Button } from '../../parts/elements.tsx';
import { notify, notifyWithUndo, type Question } from '../../parts/notices.tsx';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { isReversible, undoAction } from './undo-change.ts';

type Content = Schemas['Content'];

interface ContentActionsProps {
  readonly content: Content;
  readonly isChanged: boolean;
  /** Saves the changes before an action. @returns the saved content; undefined if some changes are still unsaved */
  readonly saveFirst: () => Promise<Content | undefined>;
  readonly onMoved: (content: Content) => void;
  readonly onDeleted: () => void;
  readonly onSchedule: () => void;
}

/** Publishes, schedules, unpublishes, archives and deletes a content. */
export function ContentActions({ content, isChanged, saveFirst, onMoved, onDeleted, onSchedule }: ContentActionsProps) {
  const text = texts().contents;
  const common = texts().common;
  const { id, title, status } = content;
  // The `If-Match` header makes the service reject the action if the content was changed since the person loaded it.
  const paramsOf = ({ version }: Content) => ({ path: { id }, header: ifVersion(version) });
  const params = paramsOf(content);

  const publish = () =>
    attempt(async () => {
      const saved = isChanged ? await saveFirst() : content;
      if (saved === undefined) return;
      const moved = await api.post('/api/contents/{id}/publish', { params: paramsOf(saved) });
      notify(text.publishedNotice({ title: moved.title }));
      onMoved(moved);
    });
  const unpublish = () =>
    attempt(async () => onMoved(await api.post('/api/contents/{id}/unpublish', { params })), {
      question: {
        title: text.unpublishTitle({ title }),
        consequence: text.unpublishConsequence,
        action: text.unpublish,
      },
      done: text.unpublishedNotice({ title }),
    });
  /** Acts at once and offers to undo it, or asks before if it cannot be undone. */
  const actAtOnce = (
    action: 'archive' | 'delete',
    question: Question,
    act: () => Promise<unknown>,
    undone: () => unknown,
  ) => {
    const canUndo = isReversible(action, [content]);
    const done = { archive: text.archivedNotice, delete: text.deletedNotice }[action]({ title });
    return attempt(
      async () => {
        await act();
        if (canUndo) notifyWithUndo(done, () => undoAction(action, [content]).then(undone));
        else notify(done);
      },
      canUndo && !(action === 'delete' && isChanged) ? {} : { question },
    );
  };
  const archive = () =>
    actAtOnce(
      'archive',
      { title: text.archiveTitle({ title }), consequence: text.archiveConsequence, action: text.archive },
      async () => onMoved(await api.post('/api/contents/{id}/archive', { params })),
      async () => onMoved(await api.get('/api/contents/{id}', { params: { path: { id } } })),
    );
  const remove = () =>
    actAtOnce(
      'delete',
      {
        title: text.deleteTitle({ title }),
        consequence: isReversible('delete', []) ? text.discardConsequence : text.deleteConsequence({ title }),
        action: common.delete,
      },
      async () => {
        await api.delete('/api/contents/{id}', { params });
        onDeleted();
        go('/contents', { replace: true });
      },
      () => go(`/contents/${id}`),
    );

  const rare = [
    status === 'PUBLISHED' && can('unpublishContent') ? (
      <Button key="unpublish" onClick={unpublish}>
        {text.unpublish}
      </Button>
    ) : undefined,
    status !== 'ARCHIVED' && can('archiveContent') ? (
      <Button key="archive" onClick={archive}>
        {text.archive}
      </Button>
    ) : undefined,
    can('deleteContent') ? (
      <Button key="delete" kind="danger" onClick={remove}>
        {common.delete}
      </Button>
    ) : undefined,
  ].filter((action) => action !== undefined);

  return (
    <>
      {status !== 'PUBLISHED' && can('publishContent') ? (
        <Button kind="main" onClick={publish}>
          {isChanged ? text.saveAndPublish : text.publish}
        </Button>
      ) : undefined}
      {can('scheduleContent') ? <Button onClick={onSchedule}>{text.scheduleAction}</Button> : undefined}
      {rare.length === 0 ? undefined : <ActionMenu>{() => rare}</ActionMenu>}
    </>
  );
}
