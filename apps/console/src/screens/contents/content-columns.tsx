import type { Schemas } from '@portcullis/client';
import type { Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { Time } from '../../parts/elements.tsx';
import { hrefOf } from '../../routing/location.ts';
import { ContentStatus } from './content-status.tsx';
import { editorialMessages } from './editorial-messages.ts';
import { contentsMessages } from './messages.ts';

/** The fields by which the list of contents can be sorted. */
export const contentSorts = ['title', 'slug', 'status', 'publishedAt', 'createdAt', 'updatedAt'] as const;

interface Names {
  readonly categories: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
}

/** Shows the status of a content, and the time of a scheduled change. */
function statusOf({ status, publishAt, unpublishAt }: Schemas['ContentListItem']) {
  const text = editorialMessages();
  return (
    <>
      <ContentStatus status={status} />
      {publishAt === null ? undefined : (
        <span class="content-slug quiet">
          {text.scheduledFor} <Time value={publishAt} />
        </span>
      )}
      {unpublishAt === null ? undefined : (
        <span class="content-slug quiet">
          {text.endsAt} <Time value={unpublishAt} />
        </span>
      )}
    </>
  );
}

export const contentColumns = ({
  categories,
  tags,
}: Names): readonly Column<Schemas['ContentListItem'], (typeof contentSorts)[number]>[] => {
  const text = contentsMessages();
  return [
    {
      name: 'title',
      label: text.titleField,
      sort: 'title',
      cell: ({ id, title, slug }) => (
        <>
          <a href={hrefOf(`/contents/${id}`)}>{title}</a>
          <span class="content-slug quiet">{slug}</span>
        </>
      ),
    },
    { name: 'status', label: text.status, sort: 'status', cell: statusOf },
    {
      name: 'category',
      label: text.category,
      isMinor: true,
      cell: ({ categoryId }) => (categoryId === null ? '–' : (categories.get(categoryId) ?? '–')),
    },
    {
      name: 'tags',
      label: text.tags,
      isMinor: true,
      cell: ({ tagIds }) =>
        tagIds.map((id) => (
          <span key={id} class="tag">
            {tags.get(id) ?? '…'}
          </span>
        )),
    },
    {
      name: 'publishedAt',
      label: text.publishedAt,
      sort: 'publishedAt',
      isMinor: true,
      cell: ({ publishedAt }) => <Time value={publishedAt} />,
    },
    {
      name: 'updatedAt',
      label: commonMessages().updated,
      sort: 'updatedAt',
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
};
