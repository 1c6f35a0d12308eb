import type { Schemas } from '@portcullis/client';
import { commonMessages } from '../../parts/messages.ts';
import { Time } from '../../parts/elements.tsx';
import { hrefOf } from '../../routing/location.ts';
import { ContentStatus } from './content-status.tsx';
import { editorialMessages } from './editorial-messages.ts';
import { contentsMessages } from './messages.ts';
import { revisionMessages } from './revision-messages.ts';

interface ContentFactsProps {
  readonly content: Schemas['Content'];
  readonly hasDraft: boolean;
}

/** Returns a label with a time; undefined if the time is null. */
const fact = (label: string, time: string | null) =>
  time === null ? undefined : (
    <span class="quiet">
      {label} <Time value={time} />
    </span>
  );

/** Shows the status of a stored content, and the links to its history and its working copy. */
export function ContentFacts({ content, hasDraft }: ContentFactsProps) {
  const text = contentsMessages();
  const editorial = editorialMessages();
  const revisions = revisionMessages();
  const { id, status, updatedAt, publishedAt, publishAt, unpublishAt } = content;
  return (
    <p class="content-facts">
      <ContentStatus status={status} />
      {hasDraft ? <span class="tag tag-draft">{revisions.hasDraft}</span> : undefined}
      {fact(commonMessages().updated, updatedAt)}
      {fact(text.publishedAt, publishedAt)}
      {fact(editorial.scheduledFor, publishAt)}
      {fact(editorial.endsAt, unpublishAt)}
      <a href={hrefOf(`/contents/${id}/history`)}>{revisions.history}</a>
      {hasDraft || status === 'PUBLISHED' ? (
        <a href={hrefOf(`/contents/${id}/draft`)}>{hasDraft ? revisions.openCopy : revisions.editCopy}</a>
      ) : undefined}
    </p>
  );
}
