import type { Schemas } from '@portcullis/client';
import { Dialog } from '../../parts/actions.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { Time, Button, Fact } from '../../parts/elements.tsx';
import { api } from '../../session/session.ts';
import { ContentStatus } from './content-status.tsx';
import { Preview } from './preview.tsx';
import { revisionMessages } from './revision-messages.ts';

interface FactsProps {
  readonly revision: Schemas['RevisionContent'];
  readonly nameOf: (id: string) => string;
}

function Facts({ revision, nameOf }: FactsProps) {
  const text = revisionMessages();
  const { title, slug, summary, categoryId, tagIds, status, createdAt } = revision;
  return (
    <dl class="facts">
      <Fact label={text.at}>
        <Time value={createdAt} />
      </Fact>
      <Fact label={text.fields.title}>{title}</Fact>
      <Fact label={text.fields.slug}>{slug}</Fact>
      <Fact label={text.fields.summary}>{summary ?? '–'}</Fact>
      <Fact label={text.fields.categoryId}>{categoryId === null ? '–' : nameOf(categoryId)}</Fact>
      <Fact label={text.fields.tagIds}>{tagIds.length === 0 ? '–' : tagIds.map(nameOf).join(', ')}</Fact>
      <Fact label={text.fields.status}>
        <ContentStatus status={status} />
      </Fact>
    </dl>
  );
}

interface RevisionViewProps {
  readonly contentId: string;
  readonly version: number;
  readonly nameOf: (id: string) => string;
  readonly onRestore: (version: number) => void;
  readonly onClose: () => void;
}

/** Shows a content as it was at one version. */
export function RevisionView({ contentId, version, nameOf, onRestore, onClose }: RevisionViewProps) {
  const text = revisionMessages();
  const revision = useLoad(
    (signal) =>
      api.get('/api/contents/{id}/revisions/{version}', { params: { path: { id: contentId, version } }, signal }),
    [contentId, version],
  );
  return (
    <Dialog title={text.versionTitle(version)} onClose={onClose} wide>
      <LoadBoundary of={revision}>
        {(found) => (
          <>
            <Facts revision={found} nameOf={nameOf} />
            <Preview
              editorType={found.editorType}
              text={(found.editorType === 'RICHTEXT' ? found.contentHtml : found.contentMd) ?? ''}
            />
            <div class="form-actions">
              <Button kind="main" onClick={() => onRestore(version)}>
                {text.restoreVersion(version)}
              </Button>
            </div>
          </>
        )}
      </LoadBoundary>
    </Dialog>
  );
}
