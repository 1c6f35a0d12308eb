import type { Schemas } from '@portcullis/client';
import { attempt, confirmFirst, notify } from '../../parts/actions.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { ifVersion } from '../../forms/values.ts';
import { go } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { contentsMessages } from './messages.ts';
import { Button } from '../../parts/elements.tsx';

type Content = Schemas['Content'];

interface ContentActionsProps {
  readonly content: Content;
  readonly isChanged: boolean;
  /** Saves the changes before an action. @returns the saved content; undefined if some changes are still unsaved */
  readonly saveFirst: () => Promise<Content | undefined>;
  readonly onMoved: (content: Content) => void;
  readonly onDeleted: () => void;
}

/** Publishes, unpublishes, archives and deletes a content. */
export function ContentActions({ content, isChanged, saveFirst, onMoved, onDeleted }: ContentActionsProps) {
  const text = contentsMessages();
  const common = commonMessages();
  const { id, title, status } = content;
  // The `If-Match` header makes the service reject the action if the content was changed since the person loaded it.
  const paramsOf = ({ version }: Content) => ({ path: { id }, header: ifVersion(version) });
  const params = paramsOf(content);

  const publish = (): Promise<boolean> =>
    attempt(async () => {
      const saved = isChanged ? await saveFirst() : content;
      if (saved === undefined) return;
      const moved = await api.post('/api/contents/{id}/publish', { params: paramsOf(saved) });
      notify(text.publishedNotice(moved.title));
      onMoved(moved);
    });

  const unpublish = (): Promise<boolean> =>
    attempt(async () => {
      const question = {
        title: text.unpublishTitle(title),
        consequence: text.unpublishConsequence,
        action: text.unpublish,
      };
      if (!(await confirmFirst(question))) return;
      const moved = await api.post('/api/contents/{id}/unpublish', { params });
      notify(text.unpublishedNotice(moved.title));
      onMoved(moved);
    });

  const archive = (): Promise<boolean> =>
    attempt(async () => {
      const question = { title: text.archiveTitle(title), consequence: text.archiveConsequence, action: text.archive };
      if (!(await confirmFirst(question))) return;
      const moved = await api.post('/api/contents/{id}/archive', { params });
      notify(text.archivedNotice(moved.title));
      onMoved(moved);
    });

  const remove = (): Promise<boolean> =>
    attempt(async () => {
      const question = {
        title: text.deleteTitle(title),
        consequence: text.deleteConsequence(title),
        action: common.delete,
      };
      if (!(await confirmFirst(question))) return;
      await api.delete('/api/contents/{id}', { params });
      notify(text.deletedNotice(title));
      onDeleted();
      go('/contents', { replace: true });
    });

  return (
    <>
      {status === 'PUBLISHED' ? (
        <Button onClick={unpublish}>{text.unpublish}</Button>
      ) : (
        <Button onClick={publish}>{isChanged ? text.saveAndPublish : text.publish}</Button>
      )}
      {status === 'ARCHIVED' ? undefined : <Button onClick={archive}>{text.archive}</Button>}
      <Button kind="danger" onClick={remove}>
        {common.delete}
      </Button>
    </>
  );
}
