import { ifVersion, type Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { ActionMenu } from '../../parts/action-menu.tsx';
import { attempt } from '../../parts/actions.tsx';
import { Button } from '../../parts/elements.tsx';
import { notify } from '../../parts/notices.tsx';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';

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
  const archive = () =>
    attempt(async () => onMoved(await api.post('/api/contents/{id}/archive', { params })), {
      question: { title: text.archiveTitle({ title }), consequence: text.archiveConsequence, action: text.archive },
      done: text.archivedNotice({ title }),
    });
  const remove = () =>
    attempt(
      async () => {
        await api.delete('/api/contents/{id}', { params });
        onDeleted();
        go('/contents', { replace: true });
      },
      {
        question: {
          title: text.deleteTitle({ title }),
          consequence: text.deleteConsequence({ title }),
          action: common.delete,
        },
        done: text.deletedNotice({ title }),
      },
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
      {rare.length === 0 ? undefined : <ActionMenu>{rare}</ActionMenu>}
    </>
  );
}
