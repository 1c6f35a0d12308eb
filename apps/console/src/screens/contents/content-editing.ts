import { ifVersion, versionConflictOf, type Schemas } from '@portcullis/client';
import { createContentBody, updateContentBody } from '@portcullis/client/fields';
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Conflict } from '../../forms/conflict-dialog.tsx';
import { isSameValues } from '../../forms/conflict.ts';
import { resolveConflict } from '../../forms/edit-form.ts';
import { createForm, type Form } from '../../forms/form.tsx';
import { changesOf, type VersionConflict } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { notify } from '../../parts/notices.tsx';
import { createMissingTags, loadMissingTagNames } from '../../resources/references.ts';
import { splitTags, type TagNames } from '../../resources/tag-names.ts';
import { go } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import type { DraftStore } from './content-draft.ts';
import { bodyOf, valuesOf, type ContentValues } from './content-values.ts';

type Content = Schemas['Content'];

/** The state of the editor of a content. */
export interface Editing {
  readonly form: Form<ContentValues>;
  /** The stored content; undefined until a new content is saved. */
  readonly content: ReadonlySignal<Content | undefined>;
  readonly names: ReadonlySignal<TagNames>;
  /** The content as somebody else has saved it; undefined while there was no conflict. */
  readonly theirs: ReadonlySignal<Content | undefined>;
  readonly isChanged: ReadonlySignal<boolean>;
  /** When the restored draft was stored; undefined if no draft was restored. */
  readonly restoredAt: ReadonlySignal<string | undefined>;
  readonly onMoved: (content: Content) => void;
  readonly discard: () => void;
  /** Stores the unsaved changes in the browser. @returns false if they are lost when the page is closed */
  readonly keep: () => boolean;
}

/**
 * Starts to edit a content. If there is a draft, the form shows the draft.
 * @param loaded the stored content; undefined for a new content
 */
export function createEditing(loaded: Content | undefined, tags: TagNames, draft: DraftStore): Editing {
  const valuesIn = (content: Content | undefined): ContentValues => valuesOf(content, names.value);
  const names = signal(tags);
  const content = signal(loaded);
  const theirs = signal<Content | undefined>(undefined);
  const stored = signal(valuesIn(loaded));
  const conflict = signal<Conflict | undefined>(undefined);
  const limits = loaded === undefined ? createContentBody : updateContentBody;
  const form = createForm({ limits, initial: stored.value, draft: false, save, conflict });
  const isChanged = computed(() => !isSameValues(form.values.value, stored.value));

  const kept = draft.read();
  if (kept !== undefined) form.set(kept.values);
  const restoredAt = signal(isChanged.value ? kept?.keptAt : undefined);
  /** The stored values on which the current edit is based. */
  let base = isChanged.value ? (kept?.base ?? stored.value) : stored.value;

  function show(values: ContentValues): void {
    base = values;
    stored.value = values;
    restoredAt.value = undefined;
    form.reset(values);
  }

  /** Makes the saved values the new base of the edit. Changes that were typed during the request stay in the form. */
  function onSaved(saved: Content, sent: ContentValues): void {
    const typed = changesOf(sent, form.values.value);
    content.value = saved;
    show(valuesIn(saved));
    if (Object.keys(typed).length > 0) form.set(typed);
    else draft.drop();
  }

  async function tagIdsOf(tagNames: readonly string[]): Promise<string[]> {
    names.value = await createMissingTags(tagNames, names.value);
    return splitTags(tagNames, names.value).ids;
  }

  async function create(values: ContentValues): Promise<void> {
    const { slug, ...body } = bodyOf(values);
    const tagIds = await tagIdsOf(values.tags);
    const created = await api.post('/api/contents', { body: { ...body, ...(slug === '' ? {} : { slug }), tagIds } });
    onSaved(created, values);
    notify(texts().contents.createdNotice({ title: created.title }));
    go(`/contents/${created.id}`, { replace: true });
  }

  /** Sends the changes. @returns the conflict if somebody else has changed the content since `current` was read */
  async function patch(
    current: Content,
    values: ContentValues,
    wanted: ContentValues,
  ): Promise<VersionConflict | undefined> {
    const present = valuesIn(current);
    const body = {
      ...changesOf(bodyOf(present), bodyOf(wanted)),
      ...(isSameValues({ ...present, tags: wanted.tags }, present) ? {} : { tagIds: await tagIdsOf(wanted.tags) }),
    };
    const params = { path: { id: current.id }, header: ifVersion(current.version) };
    try {
      const isSame = Object.keys(body).length === 0;
      onSaved(isSame ? current : await api.patch('/api/contents/{id}', { params, body }), values);
      return undefined;
    } catch (error) {
      const refused = versionConflictOf(error);
      if (refused === undefined) throw error;
      return refused;
    }
  }

  async function update(known: Content, values: ContentValues): Promise<void> {
    let current = known;
    let before = base;
    let wanted = values;
    let refused: VersionConflict | undefined;
    do {
      const present = valuesIn(current);
      const { updatedAt } = current;
      const versions = { base: before, mine: wanted, theirs: present, updatedAt, refused };
      wanted = await resolveConflict({ form, conflict }, versions);
      before = present;
      refused = await patch(current, values, wanted);
      if (refused !== undefined) {
        current = await api.get('/api/contents/{id}', { params: { path: { id: known.id } } });
        names.value = await loadMissingTagNames(names.value, current.tagIds);
        theirs.value = current;
      }
    } while (refused !== undefined);
    notify(texts().common.saved);
  }

  async function save(values: ContentValues): Promise<void> {
    await (content.value === undefined ? create(values) : update(content.value, values));
  }

  return {
    form,
    content,
    names,
    theirs,
    isChanged,
    restoredAt,
    onMoved: (moved) => {
      content.value = moved;
    },
    discard: () => {
      show(valuesIn(content.value));
      draft.drop();
    },
    keep: () => {
      if (isChanged.value) return draft.keep({ base, values: form.values.value, keptAt: new Date().toISOString() });
      draft.drop();
      return true;
    },
  };
}
