import type { Schemas } from '@portcullis/client';
import { confirmFirst } from '../../parts/confirm.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { messageOf } from '../../parts/states.tsx';
import { notify } from '../../parts/status.tsx';
import { go } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { contentsMessages } from './messages.ts';

type Content = Schemas['Content'];

interface ContentActionsProps {
  readonly content: Content;
  readonly isChanged: boolean;
  /** Saves what is not saved. @returns whether nothing is unsaved any more */
  readonly saveFirst: () => Promise<boolean>;
  readonly onMoved: (content: Content) => void;
  readonly onDeleted: () => void;
}

/** Shows why a change was refused. */
async function attempt(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    notify(messageOf(error), 'error');
  }
}

/** Publishes, unpublishes, archives and deletes a content. */
export function ContentActions({ content, isChanged, saveFirst, onMoved, onDeleted }: ContentActionsProps) {
  const text = contentsMessages();
  const common = commonMessages();
  const { id, title, status } = content;
  const params = { path: { id } };

  const publish = (): Promise<void> =>
    attempt(async () => {
      if (isChanged && !(await saveFirst())) return;
      const moved = await api.post('/api/contents/{id}/publish', { params });
      notify(text.publishedNotice(moved.title));
      onMoved(moved);
    });

  const unpublish = (): Promise<void> =>
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

  const archive = (): Promise<void> =>
    attempt(async () => {
      const question = { title: text.archiveTitle(title), consequence: text.archiveConsequence, action: text.archive };
      if (!(await confirmFirst(question))) return;
      const moved = await api.post('/api/contents/{id}/archive', { params });
      notify(text.archivedNotice(moved.title));
      onMoved(moved);
    });

  const remove = (): Promise<void> =>
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
        <button type="button" onClick={() => void unpublish()}>
          {text.unpublish}
        </button>
      ) : (
        <button type="button" onClick={() => void publish()}>
          {isChanged ? text.saveAndPublish : text.publish}
        </button>
      )}
      {status === 'ARCHIVED' ? undefined : (
        <button type="button" onClick={() => void archive()}>
          {text.archive}
        </button>
      )}
      <button type="button" class="button-danger" onClick={() => void remove()}>
        {common.delete}
      </button>
    </>
  );
}
