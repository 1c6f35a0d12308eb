import type { Schemas } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { Button, Fact, Panel, Time } from '../../parts/elements.tsx';
import { isMissing, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { Comparison, ComparisonSwitch, TextDifference, type ShownPart } from '../../parts/text-difference.tsx';
import { api } from '../../session/session.ts';
import { ContentStatus } from './content-status.tsx';
import { Preview } from './preview.tsx';

type Change = Schemas['RevisionComparison']['changes'][number];
type Line = Schemas['Hunk']['lines'][number];

const kinds = { ' ': 'same', '-': 'removed', '+': 'added' } as const;

/** Joins consecutive lines with the same operation: unchanged, removed or added. */
function partsOf(lines: readonly Line[]): readonly ShownPart[] {
  const parts: ShownPart[] = [];
  for (const { op, text } of lines) {
    const [kind, last] = [kinds[op], parts.at(-1)];
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: `${last.text}\n${text}` };
    else parts.push({ kind, text });
  }
  return parts;
}

/** Shows the lines that differ, with some unchanged lines before and after them. */
function Hunks({ hunks, label }: { readonly hunks: readonly Schemas['Hunk'][]; readonly label: string }) {
  const text = texts().revisions;
  const parts = hunks.flatMap(({ newStart, lines }): readonly ShownPart[] => [
    { kind: 'note', text: text.line({ line: newStart }) },
    ...partsOf(lines),
  ]);
  return <Comparison parts={parts} label={label} />;
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

interface ShownProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The part of the history beside the list of versions. It comes into view, with the focus, when another version is chosen. */
function Shown({ title, onClose, children }: ShownProps) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.focus(), [title]);
  return (
    <div ref={part} class="history-shown" tabIndex={-1} role="region" aria-label={title}>
      <Panel title={title} actions={<Button onClick={onClose}>{texts().common.close}</Button>}>
        {children}
      </Panel>
    </div>
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
    <Shown title={text.comparisonTitle({ from, to })} onClose={onClose}>
      {isMissing(compared.error) ? (
        <p role="alert">{text.versionRemoved}</p>
      ) : (
        <LoadBoundary of={compared}>
          {({ changes }) =>
            changes.length === 0 ? (
              <p class="quiet">{texts().common.unchanged}</p>
            ) : (
              <>
                <ComparisonSwitch />
                {changes.map((change) => (
                  <ChangeView key={change.field} change={change} nameOf={nameOf} />
                ))}
              </>
            )
          }
        </LoadBoundary>
      )}
    </Shown>
  );
}

interface FactsProps {
  readonly revision: Schemas['RevisionContent'];
  readonly nameOf: (id: string) => string;
}

function Facts({ revision, nameOf }: FactsProps) {
  const text = texts().revisions;
  const { title, slug, summary, categoryId, tagIds, coverId, status, createdAt } = revision;
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
      <Fact label={text.fields.coverId}>{coverId ?? '–'}</Fact>
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
    <Shown title={text.versionTitle({ version })} onClose={onClose}>
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
    </Shown>
  );
}
