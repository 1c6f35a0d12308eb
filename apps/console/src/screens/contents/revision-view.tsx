import type { Schemas } from '@portcullis/client';
import { Dialog } from '../../parts/dialog.tsx';
import { useLoad } from '../../parts/load.ts';
import { LoadBoundary } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
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
      <dt>{text.at}</dt>
      <dd>
        <Time value={createdAt} />
      </dd>
      <dt>{text.fields.title}</dt>
      <dd>{title}</dd>
      <dt>{text.fields.slug}</dt>
      <dd>{slug}</dd>
      <dt>{text.fields.summary}</dt>
      <dd>{summary ?? '–'}</dd>
      <dt>{text.fields.categoryId}</dt>
      <dd>{categoryId === null ? '–' : nameOf(categoryId)}</dd>
      <dt>{text.fields.tagIds}</dt>
      <dd>{tagIds.length === 0 ? '–' : tagIds.map(nameOf).join(', ')}</dd>
      <dt>{text.fields.status}</dt>
      <dd>
        <ContentStatus status={status} />
      </dd>
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
              <button type="button" class="button-main" onClick={() => onRestore(version)}>
                {text.restoreVersion(version)}
              </button>
            </div>
          </>
        )}
      </LoadBoundary>
    </Dialog>
  );
}
