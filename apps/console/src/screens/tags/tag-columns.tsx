import type { Schemas } from '@portcullis/client';
import type { Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { Time } from '../../parts/elements.tsx';
import { hrefOf } from '../../routing/location.ts';
import { tagsMessages } from './messages.ts';

type Tag = Schemas['Tag'];

/** The fields by which the list of tags can be sorted. */
export const tagSorts = ['name', 'slug', 'createdAt', 'updatedAt'] as const;

export const tagColumns = (onEdit: (tag: Tag) => void): readonly Column<Tag, (typeof tagSorts)[number]>[] => {
  const text = tagsMessages();
  return [
    {
      name: 'name',
      label: text.name,
      sort: 'name',
      cell: (tag) => (
        <button
          type="button"
          class="button-link cell-button"
          aria-label={text.edit(tag.name)}
          onClick={() => onEdit(tag)}
        >
          {tag.name}
        </button>
      ),
    },
    { name: 'slug', label: text.slug, sort: 'slug', isMinor: true, cell: ({ slug }) => slug },
    {
      name: 'description',
      label: text.description,
      isMinor: true,
      cell: ({ description }) => description ?? '–',
    },
    {
      name: 'contentCount',
      label: text.contentCount,
      isNumber: true,
      cell: ({ id, name, contentCount }) => (
        <a href={hrefOf(`/contents?tagId=${id}`)} aria-label={`${contentCount}: ${text.contentsOf(name)}`}>
          {contentCount}
        </a>
      ),
    },
    {
      name: 'updatedAt',
      label: commonMessages().updated,
      sort: 'updatedAt',
      isMinor: true,
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
};
