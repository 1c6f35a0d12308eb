import { ifVersion, PortcullisError, type ErrorReason, type Schemas } from '@portcullis/client';
import { updateContentBody } from '@portcullis/client/fields';
import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useEditForm } from '../../forms/edit-form.ts';
import { FormView } from '../../forms/form.tsx';
import { changesOf } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt } from '../../parts/actions.tsx';
import { Button, ScreenHead, Time } from '../../parts/elements.tsx';
import { InvalidInput, isMissing, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify, confirmFirst } from '../../parts/notices.tsx';
import { ComparisonSwitch, TextDifference } from '../../parts/text-difference.tsx';
import { categoryNames, loadMissingTagNames, loadReferences, type References } from '../../resources/references.ts';
import { go, hrefOf } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { AlsoEditing, PreviewLinks } from './content-panels.tsx';
import { Article } from './article.tsx';
import { withTagIds } from './content-editing.ts';
import { bodyOf, valuesOf, type ContentValues, type EditedContent } from './content-values.ts';
import { coverTexts } from './content-fields.tsx';

const hasReason = (error: unknown, reason: ErrorReason): boolean =>
  error instanceof PortcullisError && error.reason === reason;

/**
 * Publishes a working copy. If the content has changed since the copy was created, asks for confirmation.
 * @returns whether the copy was published
 */
async function publishCopy(id: string): Promise<boolean> {
  const text = texts().revisions;
  const params = { path: { id } };
  try {
    await api.post('/api/contents/{id}/draft/publish', { params });
  } catch (error) {
    if (!hasReason(error, 'working-copy-outdated')) throw error;
    const question = { title: text.outdatedTitle, consequence: text.outdatedConsequence, action: text.publishAnyway };
    if (!(await confirmFirst(question))) return false;
    await api.post('/api/contents/{id}/draft/publish', { params: { ...params, header: { 'If-Match': '*' } } });
  }
  return true;
}

interface CopyDifferencesProps {
  /** The values of the published content. */
  readonly before: ContentValues;
  readonly after: ContentValues;
  /** The names of the categories, and the texts of the covers, by their ids. */
  readonly linked: ReadonlyMap<string, string>;
}

/** Shows the fields in which a working copy differs from the published content. */
function CopyDifferences({ before, after, linked }: CopyDifferencesProps) {
  const names: Readonly<Record<string, string>> = {
    ...texts().fields,
    tags: texts().fields.tagIds,
    text: texts().contents.markdown,
  };
  const textOf = (value: unknown): string =>
    Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? (linked.get(value) ?? value) : '';
  const changed = Object.keys(changesOf(before, after));
  if (changed.length === 0) return <p class="quiet">{texts().common.unchanged}</p>;
  const [old, now]: readonly Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }];
  return (
    <>
      <ComparisonSwitch />
      {changed.map((field) => (
        <section key={field} class="conflict">
          <h3>{names[field] ?? field}</h3>
          <TextDifference before={textOf(old?.[field])} after={textOf(now?.[field])} label={names[field] ?? field} />
        </section>
      ))}
    </>
  );
}

/** The working copy is saved this many milliseconds after the last change. Readers do not see it. */
const autosavePause = 3000;

type EditedCopy = EditedContent & Pick<Schemas['WorkingCopy'], 'version' | 'updatedAt'>;

interface WorkingCopyEditorProps {
  readonly content: Schemas['Content'];
  readonly copy: Schemas['WorkingCopy'] | undefined;
  readonly references: References;
  /** Called when somebody else has published or discarded the copy. */
  readonly onLost: () => void;
}

/** The editor of a working copy. Changes are saved by themselves. The first save creates the copy. */
function WorkingCopyEditor({ content, copy: loaded, references, onLost }: WorkingCopyEditorProps) {
  const text = texts().revisions;
  const contents = texts().contents;
  const { id, title } = content;
  const path = { id };
  const [copy, setCopy] = useState(loaded);
  const names = useSignal(references.tags);
  const isAutomatic = useRef(false);
  // The working copy has a version of its own. Version 0 stands for a copy that does not exist yet.
  const none = { ...content, version: 0 };
  const isStored = useRef(loaded !== undefined);
  /** Whether the copy from which the values of the form come no longer exists. */
  const isLost = useRef(false);
  const form = useEditForm<EditedCopy, ContentValues, ReturnType<typeof bodyOf>>({
    limits: updateContentBody,
    stored: loaded ?? none,
    draft: `working-copy-${id}`,
    read: async () => {
      const current = await loadCopy(id);
      if (current === undefined) return none;
      names.value = await loadMissingTagNames(names.value, current.tagIds);
      isLost.current = false;
      setCopy(current);
      return current;
    },
    valuesOf: (current) => valuesOf(current, names.value),
    bodyOf,
    write: async (changes, version, all) => {
      // If there is no copy, there is no version to compare, and the request creates the copy.
      isStored.current ||= (await loadCopy(id)) !== undefined;
      // A copy of somebody else that has replaced a lost one is a conflict.
      const header = isLost.current ? ifVersion(none.version) : version;
      const params = { path, ...(isStored.current && { header }) };
      const ofContent = bodyOf(valuesOf(content, names.value));
      const body = await withTagIds(isStored.current ? changes : changesOf(ofContent, all), names);
      try {
        const saved = await api.put('/api/contents/{id}/draft', { params, body });
        isStored.current = true;
        isLost.current = false;
        setCopy(saved);
        return saved;
      } catch (error) {
        if (!hasReason(error, 'working-copy-not-found')) throw error;
        isStored.current = false;
        isLost.current = true;
        setCopy(undefined);
        onLost();
        throw new InvalidInput(undefined, text.copyLost);
      }
    },
    isAutomatic: () => isAutomatic.current,
    onSaved: () => undefined,
  });
  const isChanged = form.isChanged();
  const isReadOnly = !can('saveWorkingCopy');
  const values = form.values.value;
  useEffect(() => {
    // Only the person decides whether a lost copy is begun again.
    if (isReadOnly || isLost.current || !form.isChanged() || values.title.trim() === '') return undefined;
    const autosave = async (): Promise<void> => {
      isAutomatic.current = true;
      await form.submit();
      isAutomatic.current = false;
    };
    const timer = setTimeout(() => void autosave(), autosavePause);
    return () => clearTimeout(timer);
  }, [values]);
  const leave = (): void => {
    form.reset();
    go(`/contents/${id}`, { replace: true });
  };

  const publish = () =>
    attempt(async () => {
      if (form.isChanged()) await form.submit();
      if (form.isChanged()) return;
      const question = {
        title: text.publishCopyTitle,
        consequence: text.publishCopyConsequence,
        details: (
          <CopyDifferences
            before={valuesOf(content, names.value)}
            after={form.values.value}
            linked={new Map([...categoryNames(references.categories), ...coverTexts([content, copy])])}
          />
        ),
        action: text.publishCopy,
        isWide: true,
      };
      if (!(await confirmFirst(question)) || !(await publishCopy(id))) return;
      notify(text.copyPublished);
      leave();
    });

  const discard = () =>
    attempt(
      async () => {
        await api.delete('/api/contents/{id}/draft', {
          params: { path, ...(copy && { header: ifVersion(copy.version) }) },
        });
        leave();
      },
      {
        question: { title: text.discardCopyTitle, consequence: text.discardCopyConsequence, action: text.discardCopy },
        done: text.copyDiscarded,
      },
    );

  return (
    <div class="content-editor">
      <ScreenHead title={text.workingCopyOf({ title })} up={{ href: hrefOf(`/contents/${id}`), label: title }}>
        {copy === undefined ? undefined : (
          <>
            {can('publishWorkingCopy') ? <Button onClick={publish}>{text.publishCopy}</Button> : undefined}
            {can('discardWorkingCopy') ? (
              <Button kind="danger" onClick={discard}>
                {text.discardCopy}
              </Button>
            ) : undefined}
          </>
        )}
      </ScreenHead>
      <AlsoEditing id={id} />
      <p class="hint">
        {text.copyHint} {copy === undefined ? text.noCopy : text.copyOf({ version: copy.baseVersion })}
      </p>
      <FormView
        form={form}
        action={texts().common.save}
        isReadOnly={isReadOnly}
        note={
          <span class="save-state" role="status">
            {isChanged ? (
              contents.unsaved
            ) : copy === undefined ? (
              ''
            ) : (
              <>
                {contents.allSaved} <Time value={copy.updatedAt} />
              </>
            )}
          </span>
        }
      >
        <Article
          form={form}
          categories={references.categories}
          names={names.value}
          stored={copy ?? content}
          isReadOnly={isReadOnly}
        />
      </FormView>
      {can('listPreviewLinks') ? (
        <div class="panels">
          <PreviewLinks contentId={id} />
        </div>
      ) : undefined}
    </div>
  );
}

/** @returns the working copy of a content; undefined if there is none. */
async function loadCopy(id: string, signal?: AbortSignal) {
  try {
    return await api.get('/api/contents/{id}/draft', { params: { path: { id } }, ...(signal && { signal }) });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The screen of a working copy. Readers do not see a working copy until it is published. */
export function WorkingCopy({ id }: ScreenProps) {
  const text = texts().revisions;
  const loaded = useLoad(
    async (signal) => {
      const [content, copy, references] = await Promise.all([
        api.get('/api/contents/{id}', { params: { path: { id } }, signal }),
        loadCopy(id, signal),
        loadReferences(),
      ]);
      const tags = await loadMissingTagNames(references.tags, (copy ?? content).tagIds);
      return { content, copy, references: { ...references, tags } };
    },
    [id],
  );
  return (
    <>
      {loaded.data === undefined ? (
        <ScreenHead title={text.workingCopy} up={{ href: hrefOf(`/contents/${id}`), label: text.workingCopy }} />
      ) : undefined}
      <LoadBoundary of={loaded}>
        {(found) => <WorkingCopyEditor key={id} {...found} onLost={loaded.reload} />}
      </LoadBoundary>
    </>
  );
}
