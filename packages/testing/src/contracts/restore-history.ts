import type { ContentFields, ContentView, EditorType } from '@portcullis/domain/internal/contents/content';
import type { CategoryId, ContentId, TagId, UserId } from '@portcullis/domain/internal/shared/ids';
import { readWholeText } from '@portcullis/application/internal/contents/content-body';
import { publishContent } from '@portcullis/application/internal/contents/content-status';
import { createContent, updateContent } from '@portcullis/application/internal/contents/contents';
import { restoreContent } from '@portcullis/application/internal/contents/revisions';
import type { ContentViews } from '@portcullis/application/internal/ports/contents';
import type { RevisionViews } from '@portcullis/application/internal/ports/revisions';
import type { UnitOfWork } from '@portcullis/application/internal/ports/unit-of-work';
import { anActor, anId, unique } from '../builders.ts';
import { fakeFingerprints, fakeMarkdown } from '../fakes.ts';

/** The kinds of editors that random histories use. */
export const editorTypesOfHistories: readonly EditorType[] = ['MARKDOWN', 'UPLOAD', 'RICHTEXT'];

/** New values for some of the editable fields of a content. */
type FieldChanges = Partial<Omit<ContentFields, 'categoryId'>> & {
  /** Whether the content is in the category of the `HistoryStage`. */
  readonly isFiled?: boolean | undefined;
  /** The tags of the content as a bit mask: 1 is the first tag of the `HistoryStage`, 2 the second. */
  readonly tags?: number | undefined;
};

/**
 * A step in the history of a content: a change, a publication or a restoration. A step that would restore a version
 * that does not exist is skipped.
 */
export type HistoryStep = { readonly fields: FieldChanges } | { readonly publish: true } | { readonly version: number };

/** The store in which a history takes place, and a category, tags and a user in this store. */
export interface HistoryStage {
  readonly store: { readonly work: UnitOfWork; readonly contents: ContentViews; readonly revisions: RevisionViews };
  readonly category: CategoryId;
  readonly tags: readonly TagId[];
  readonly authorId: UserId;
}

/**
 * The result of `restoreHistory`. `old` has the editable fields of the version that was restored, and `again` those of
 * the version that the restoration created. `content` is the content after the restoration.
 */
export interface RestoredHistory {
  readonly old: Readonly<Record<string, unknown>>;
  readonly again: Readonly<Record<string, unknown>>;
  readonly content: ContentView;
}

const editable = ['title', 'slug', 'summary', 'editorType', 'contentMd', 'contentRaw', 'categoryId', 'tagIds'] as const;

/**
 * Creates a content, executes the steps, and restores one version of the content.
 * @param chosen selects the version to restore: any integer from 0, taken modulo the number of versions
 */
export async function restoreHistory(
  { store, category, tags: allTags, authorId }: HistoryStage,
  steps: readonly HistoryStep[],
  chosen: number,
): Promise<RestoredHistory> {
  const clock = { now: () => new Date() };
  const deps = { ...store, clock, ids: { next: anId }, markdown: fakeMarkdown, fingerprints: fakeFingerprints };
  const actor = anActor();
  const ownSlug = unique('history');
  const draft = { title: 'x', slug: `${ownSlug}-one`, summary: null, editorType: 'MARKDOWN' as const };
  const bodies = { contentMd: 'first', contentHtml: null, contentRaw: null, categoryId: null, coverId: null };
  const { id } = await createContent(deps)({ actor, ...draft, ...bodies, tagIds: [], authorId });
  let last = 1;
  for (const step of steps) {
    if ('publish' in step) ({ version: last } = await publishContent(deps)({ actor, id }));
    else if ('version' in step) {
      if (step.version < 1 || step.version > last) continue;
      ({ version: last } = await restoreContent(deps)({ actor, id, version: step.version }));
    } else {
      const { isFiled, tags, slug, ...fields } = step.fields;
      const filed = isFiled === undefined ? {} : { categoryId: isFiled ? category : null };
      const named = slug === undefined ? {} : { slug: `${ownSlug}-${slug}` };
      const tagIds = tags === undefined ? undefined : allTags.filter((_id, index) => (tags >> index) % 2 === 1);
      ({ version: last } = await updateContent(deps)({ actor, id, change: { ...fields, ...named, ...filed }, tagIds }));
    }
  }
  const version = 1 + (chosen % last);
  const old = await fieldsOf(store.revisions, id, version);
  const content = await restoreContent(deps)({ actor, id, version });
  return { old, again: await fieldsOf(store.revisions, id, content.version), content };
}

/** Returns the editable fields of a version. `contentHtml` is one of them only if the editor type is RICHTEXT. */
async function fieldsOf(revisions: RevisionViews, id: ContentId, version: number): Promise<Record<string, unknown>> {
  const found = await revisions.find(id, version);
  if (found === undefined) throw new Error(`Version ${version} has no revision.`);
  const whole = async (text: Parameters<typeof readWholeText>[0] | null) => text && readWholeText(text);
  const fields: Record<string, unknown> = Object.fromEntries(editable.map((name) => [name, found[name]]));
  const texts = { contentMd: await whole(found.contentMd), contentRaw: await whole(found.contentRaw) };
  const html = found.editorType === 'RICHTEXT' ? { contentHtml: await whole(found.contentHtml) } : {};
  return { ...fields, ...texts, ...html };
}
