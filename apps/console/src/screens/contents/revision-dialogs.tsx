import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { Dialog } from '../../parts/actions.tsx';
import { TextDifference } from '../../parts/differences.tsx';
import { Button, Fact, Time } from '../../parts/elements.tsx';
import { isMissing, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { api } from '../../session/session.ts';
import { ContentStatus } from './content-status.tsx';
import { Preview } from './preview.tsx';

type Change = Schemas['RevisionComparison']['changes'][number];
type Line = Schemas['Hunk']['lines'][number];

/** Joins consecutive lines with the same operation: unchanged, removed or added. */
function stretchesOf(lines: readonly Line[]): { readonly op: Line['op']; readonly text: string }[] {
  const stretches: { op: Line['op']; text: string }[] = [];
  for (const { op, text } of lines) {
    const last = stretches.at(-1);
    if (last?.op === op) last.text += `\n${text}`;
    else stretches.push({ op, text });
  }
  return stretches;
}

function Stretch({ op, text }: { readonly op: Line['op']; readonly text: string }) {
  const common = texts().common;
  if (op === ' ') return <pre>{text}</pre>;
  return (
    <pre>
      {op === '-' ? (
        <del>
          <span class="visually-hidden">{common.removed}: </span>
          {text}
        </del>
      ) : (
        <ins>
          <span class="visually-hidden">{common.added}: </span>
          {text}
        </ins>
      )}
    </pre>
  );
}

/** Shows the lines that differ, with some unchanged lines before and after them. */
function Hunks({ hunks, label }: { readonly hunks: readonly Schemas['Hunk'][]; readonly label: string }) {
  const text = texts().revisions;
  return (
    <div class="differences text-difference" role="region" aria-label={label} tabIndex={0}>
      {hunks.map(({ oldStart, newStart, lines }) => (
        <div key={`${oldStart} ${newStart}`}>
          <p class="quiet">{text.line({ line: newStart })}</p>
          {stretchesOf(lines).map((stretch, index) => (
            <Stretch key={`${index} ${stretch.op}`} {...stretch} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface ChangeViewProps {
  readonly change: Change;
  /** Returns the name of a category or a tag. Returns any other value, such as a title, unchanged. */
  readonly nameOf: (id: string) => string;
}

function ChangeView({ change: { field, before, after, hunks, truncated }, nameOf }: ChangeViewProps) {
  const text = texts().revisions;
  const label = text.fields[field];
  const shown = (value: Change['before']): string =>
    value === null ? '' : Array.isArray(value) ? value.map(nameOf).toSorted().join('\n') : nameOf(value);
  return (
    <section class="conflict">
      <h3>{label}</h3>
      {truncated ? (
        <p class="quiet">{text.tooLarge}</p>
      ) : hunks === null ? (
        <TextDifference before={shown(before)} after={shown(after)} label={label} />
      ) : (
        <Hunks hunks={hunks} label={label} />
      )}
    </section>
  );
}

interface RevisionComparisonProps {
  readonly contentId: string;
  readonly from: number;
  readonly to: number;
  readonly nameOf: (id: string) => string;
  readonly onClose: () => void;
}

/** Shows the differences between two versions of a content. */
export function RevisionComparison({ contentId, from, to, nameOf, onClose }: RevisionComparisonProps) {
  const compared = useLoad(
    (signal) =>
      api.get('/api/contents/{id}/revisions/{from}/diff/{to}', {
        params: { path: { id: contentId, from, to } },
        signal,
      }),
    [contentId, from, to],
  );
  const text = texts().revisions;
  return (
    <Dialog title={text.comparisonTitle({ from, to })} onClose={onClose} wide>
      {isMissing(compared.error) ? (
        <p role="alert">{text.versionRemoved}</p>
      ) : (
        <LoadBoundary of={compared}>
          {({ changes }) =>
            changes.length === 0 ? (
              <p class="quiet">{texts().common.unchanged}</p>
            ) : (
              changes.map((change) => <ChangeView key={change.field} change={change} nameOf={nameOf} />)
            )
          }
        </LoadBoundary>
      )}
    </Dialog>
  );
}

interface FactsProps {
  readonly revision: Schemas['RevisionContent'];
  readonly nameOf: (id: string) => string;
}

function Facts({ revision, nameOf }: FactsProps) {
  const text = texts().revisions;
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
  /** If undefined, the person may not restore the version. */
  readonly onRestore: ((version: number) => unknown) | undefined;
  readonly onClose: () => void;
}

/** Shows a content as it was at one version. */
export function RevisionView({ contentId, version, nameOf, onRestore, onClose }: RevisionViewProps) {
  const text = texts().revisions;
  const revision = useLoad(
    (signal) =>
      api.get('/api/contents/{id}/revisions/{version}', { params: { path: { id: contentId, version } }, signal }),
    [contentId, version],
  );
  return (
    <Dialog title={text.versionTitle({ version })} onClose={onClose} wide>
      <LoadBoundary of={revision}>
        {(found) => (
          <>
            <Facts revision={found} nameOf={nameOf} />
            <Preview
              editorType={found.editorType}
              text={(found.editorType === 'RICHTEXT' ? found.contentHtml : found.contentMd) ?? ''}
              storedHtml={found.contentHtml}
            />
            {onRestore === undefined ? undefined : (
              <div class="form-actions">
                <Button kind="main" onClick={() => onRestore(version)}>
                  {text.restoreVersion({ version })}
                </Button>
              </div>
            )}
          </>
        )}
      </LoadBoundary>
    </Dialog>
  );
}
