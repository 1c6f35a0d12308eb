import type { Schemas } from '@portcullis/client';
import type { Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { Time, Button } from '../../parts/elements.tsx';
import { revisionMessages } from './revision-messages.ts';

type Revision = Schemas['Revision'];

interface RowActions {
  readonly onView: (version: number) => void;
  readonly onCompare: (version: number) => void;
  readonly onRestore: (version: number) => void;
  /**
   * Returns the name of a user. The id is null if the service made the change, for example by a schedule, or if an
   * earlier release did not store the author.
   */
  readonly authorOf: (id: string | null) => string;
}

const action = (label: string, description: string, act: () => void) => (
  <Button kind="link" label={description} onClick={act}>
    {label}
  </Button>
);

export const revisionColumns = ({
  onView,
  onCompare,
  onRestore,
  authorOf,
}: RowActions): readonly Column<Revision, never>[] => {
  const text = revisionMessages();
  return [
    { name: 'version', label: text.version, isNumber: true, cell: ({ version }) => version },
    { name: 'kind', label: text.kind, cell: ({ kind }) => text.kinds[kind] },
    { name: 'at', label: text.at, cell: ({ createdAt }) => <Time value={createdAt} /> },
    { name: 'author', label: text.author, isMinor: true, cell: ({ authorId }) => authorOf(authorId) },
    {
      name: 'changed',
      label: text.changed,
      isMinor: true,
      cell: ({ changedFields }) => changedFields.map((field) => text.fields[field]).join(', ') || '–',
    },
    { name: 'size', label: text.size, isMinor: true, isNumber: true, cell: ({ bytes }) => text.bytes(bytes) },
    {
      name: 'actions',
      label: commonMessages().actions,
      cell: ({ version }) => (
        <span class="row-actions">
          {action(text.view, text.viewVersion(version), () => onView(version))}
          {version === 1 ? undefined : action(text.changes, text.changesOf(version), () => onCompare(version))}
          {action(text.restore, text.restoreVersion(version), () => onRestore(version))}
        </span>
      ),
    },
  ];
};
