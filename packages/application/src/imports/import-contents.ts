import type { Actor } from '@portcullis/domain/internal/shared/actor';
import {
  isMarkdown,
  suppliedBody,
  type Content,
  type ContentBody,
  type ContentFields,
} from '@portcullis/domain/internal/contents/content';
import { BusinessError, type FieldError } from '@portcullis/domain/internal/shared/errors';
import type { CategoryId, MediaId, TagId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { Schedule } from '@portcullis/domain/internal/contents/schedule';
import { checkSlug, slugFrom } from '@portcullis/domain/internal/names/slug';
import { firstVersion } from '@portcullis/domain/internal/shared/version';
import { createCategory } from '../categories/categories.ts';
import { bodyFrom, writtenBytes } from '../contents/content-body.ts';
import { addContent } from '../contents/store-contents.ts';
import type { CategoryViews } from '../ports/categories.ts';
import type { UserViews } from '../ports/users.ts';
import type { MediaViews } from '../ports/media.ts';
import { createTags } from '../tags/tags.ts';
import { batchesOf, mapInSlices } from './batches.ts';
import { pictureImport, type ImportedPictures } from './import-pictures.ts';
import { retryPictures, type RetryDependencies } from './retry-pictures.ts';
import {
  emptySummary,
  repeatedValue,
  withoutAdded,
  withReports,
  type ImportedRow,
  type ImportSummary,
  type RowReport,
} from './report.ts';

/** A content of an imported file. Each field is valid by itself, except `slug`. */
export interface ImportedContent
  extends Omit<ContentFields, 'slug' | 'categoryId' | 'coverId'>,
    Pick<Content, 'status' | 'publishedAt'>,
    Schedule {
  /** The address of the picture. */
  readonly cover: string | null;
  /** Null, a slug that is not allowed and a slug that is taken: another slug is made. */
  readonly slug: string | null;
  /** The user name or e-mail address of the author. */
  readonly author: string | null;
  readonly tags: readonly string[];
  /** The categories from the root to the one of the content. Missing categories are created. */
  readonly category: readonly { readonly name: string; readonly slug: string | null }[];
  /** Null: the time of the import. */
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** What happened to a content. */
export interface ContentReport extends RowReport {
  /** The slug of an added content, in a dry run the slug of the file; the present slug of an earlier imported content. */
  readonly slug?: string;
  /** What differs from the file. */
  readonly notes?: readonly string[];
}

/** What `importContents` needs. */
export interface ImportContentsInput {
  readonly actor: Actor;
  readonly rows: AsyncIterable<ImportedRow<ImportedContent>>;
  readonly isDryRun: boolean;
  /** Whether the other rows of a transaction are imported if one is refused. Default: false. */
  readonly skipsRefused?: boolean;
  readonly batchSize?: number | undefined;
  /** Undefined: pictures keep their addresses. */
  readonly pictures?: ImportedPictures | undefined;
  readonly report: (rows: readonly ContentReport[]) => Promise<void> | void;
}

interface Dependencies extends RetryDependencies {
  readonly users: Pick<UserViews, 'credentials'>;
  readonly categories: Pick<CategoryViews, 'findBySlug'>;
  readonly media: Pick<MediaViews, 'find'>;
}

/** Contents are longer than users, so a transaction has fewer of them. */
const contentBatch = 100;
/** Number of documents that are converted at the same time. */
const conversions = 4;

/** A row whose content can be added. */
interface PlannedContent {
  readonly row: number;
  readonly sourceId: string;
  readonly value: ImportedContent;
  readonly body: ContentBody;
  readonly authorId: UserId | null;
  readonly coverId: MediaId | null;
}

/**
 * Imports contents with their dates, authors, categories and tags. Each 100 rows are one transaction, in which nothing is
 * written if a row is refused, unless refused rows are skipped. Rows whose `sourceId` was imported before are left out, so
 * an interrupted import can be repeated; only their missing pictures are received.
 */
export const importContents =
  (deps: Dependencies) =>
  async ({
    rows,
    report,
    batchSize = contentBatch,
    pictures,
    ...input
  }: ImportContentsInput): Promise<ImportSummary> => {
    const progress: Progress = {
      seen: new Set(),
      authors: new Map(),
      // A dry run receives no pictures.
      takePictures: pictures === undefined || input.isDryRun ? undefined : pictureImport(deps, input.actor, pictures),
    };
    const places = new Map<string, CategoryId>();
    let summary = emptySummary;
    for await (const batch of batchesOf(rows, batchSize)) {
      const { reports, planned } = await planRows(deps, input.actor, batch, progress);
      const isRefused = input.skipsRefused !== true && reports.some(({ outcome }) => outcome === 'refused');
      const slugs = isRefused || input.isDryRun ? new Map() : await addContents(deps, input.actor, planned, places);
      const done = (isRefused ? withoutAdded(reports) : reports).map((each): ContentReport => {
        const slug: unknown = slugs.get(each.row);
        return typeof slug === 'string' ? { ...each, slug, ...noteOnSlug(each, slug) } : each;
      });
      await report(done);
      summary = withReports(summary, done);
    }
    return summary;
  };

const noteOnSlug = ({ slug, notes = [] }: ContentReport, stored: string): Pick<ContentReport, 'notes'> =>
  slug === undefined || slug === stored ? {} : { notes: [...notes, `The slug ${slug} became ${stored}.`] };

/** The state of an import. */
interface Progress {
  /** The source ids of the rows so far. */
  readonly seen: Set<string>;
  readonly authors: Map<string, UserId | null>;
  readonly takePictures: ReturnType<typeof pictureImport> | undefined;
}

async function planRows(
  deps: Dependencies,
  actor: Actor,
  rows: readonly ImportedRow<ImportedContent>[],
  { seen, authors, takePictures }: Progress,
): Promise<{ readonly reports: readonly ContentReport[]; readonly planned: readonly PlannedContent[] }> {
  const imported = await deps.work.run((tx) => tx.imports.lockContents(rows.flatMap(({ sourceId }) => sourceId ?? [])));
  const present = new Map(imported.map((each) => [each.sourceId, each]));
  const planned: PlannedContent[] = [];
  const reports = await mapInSlices(rows, conversions, async (each): Promise<ContentReport> => {
    const { row, sourceId } = each;
    const refused = (errors: readonly FieldError[]): ContentReport => ({ row, sourceId, outcome: 'refused', errors });
    if (!('value' in each)) return refused(each.errors);
    if (seen.has(each.sourceId)) return refused([repeatedValue('sourceId')]);
    seen.add(each.sourceId);
    const earlier = present.get(each.sourceId);
    if (earlier !== undefined) {
      const { id, slug } = earlier;
      const notes = takePictures && (await retryPictures(deps, { actor, id, takePictures, source: each.value }));
      return { row, sourceId, outcome: 'present', slug, ...(notes && notes.length > 0 && { notes }) };
    }
    try {
      const taken = await takePictures?.(each.value);
      const { coverId = null, notes: pictureNotes = [], ...texts } = taken ?? {};
      const value = { ...each.value, ...texts };
      const body = isMarkdown(value.editorType)
        ? await bodyFrom(value.contentMd, deps.markdown)
        : suppliedBody(value.contentHtml);
      const authorId = await authorOf(deps, authors, value.author);
      planned.push({ row, sourceId: each.sourceId, value, body, authorId, coverId });
      const isUnknown = value.author !== null && authorId === null;
      const notes = [...(isUnknown ? [`There is no user ${value.author}.`] : []), ...pictureNotes];
      const noted = { ...(value.slug !== null && { slug: value.slug }), ...(notes.length > 0 && { notes }) };
      return { row, sourceId, outcome: 'added', ...noted };
    } catch (error) {
      // A document can be too long or too deep.
      if (error instanceof Error && !(error instanceof TypeError))
        return refused([{ field: 'contentMd', message: error.message }]);
      throw error;
    }
  });
  // The conversions of a slice end in any order.
  return { reports, planned: planned.toSorted((a, b) => a.row - b.row) };
}

async function authorOf(
  { users }: Dependencies,
  authors: Map<string, UserId | null>,
  login: string | null,
): Promise<UserId | null> {
  if (login === null) return null;
  const known = authors.get(login);
  if (known !== undefined) return known;
  const id = (await users.credentials(login))?.userId ?? null;
  authors.set(login, id);
  return id;
}

/** Stores the contents. @returns the slug of each row */
async function addContents(
  deps: Dependencies,
  actor: Actor,
  planned: readonly PlannedContent[],
  places: Map<string, CategoryId>,
): Promise<ReadonlyMap<number, string>> {
  const links: { readonly categoryId: CategoryId | null; readonly tagIds: readonly TagId[] }[] = [];
  // Categories and tags have transactions of their own: the same ones are needed by many contents.
  for (const { value } of planned) {
    const categoryId = await categoryOf(deps, actor, value.category, places);
    links.push({
      categoryId,
      tagIds: value.tags.length > 0 ? (await createTags(deps)({ actor, names: value.tags })).map(({ id }) => id) : [],
    });
  }
  const bytes = planned.reduce((sum, { value }) => sum + writtenBytes(value), 0);
  return deps.work.run(
    async (tx) => {
      const slugs = new Map<number, string>();
      const imported = await tx.imports.lockContents(planned.map(({ sourceId }) => sourceId));
      if (imported.length > 0) throw new BusinessError('batch-refused', 'Another import of these contents is running.');
      const added: { readonly sourceId: string; readonly id: Content['id'] }[] = [];
      for (const [index, each] of planned.entries()) {
        const content = contentOf(deps, each, links[index]?.categoryId ?? null);
        const tagIds = links[index]?.tagIds ?? [];
        const write = { actor, at: deps.clock.now(), reach: undefined };
        const { id, slug } = await addContent(tx, deps, { content, tagIds, isSlugMade: true }, write);
        added.push({ sourceId: each.sourceId, id });
        slugs.set(each.row, slug);
      }
      await tx.imports.addContents(added);
      return slugs;
    },
    { bytes },
  );
}

function contentOf(
  { ids, clock }: Pick<Dependencies, 'ids' | 'clock'>,
  { value, body, authorId, coverId }: PlannedContent,
  categoryId: CategoryId | null,
): Content {
  const id = ids.next<'Content'>();
  const { title, summary, editorType, contentMd, contentRaw, status, publishAt, unpublishAt } = value;
  const now = clock.now();
  const createdAt = value.createdAt ?? value.publishedAt ?? now;
  const publishedAt = value.publishedAt ?? (status === 'PUBLISHED' ? createdAt : null);
  const slug = allowedSlug(value.slug) ?? slugFrom(title, id.slice(0, 8));
  const fields = { title, summary, editorType, contentMd, contentRaw, status, publishAt, unpublishAt, publishedAt };
  const updatedAt = value.updatedAt ?? createdAt;
  const links = { categoryId, authorId, coverId };
  return { id, ...fields, ...body, slug, ...links, createdAt, updatedAt, version: firstVersion };
}

function allowedSlug(slug: string | null): string | undefined {
  if (slug === null) return undefined;
  try {
    checkSlug(slug);
    return slug;
  } catch {
    return undefined;
  }
}

/** Finds the category by its slug, and creates the missing categories of its path. */
async function categoryOf(
  deps: Dependencies,
  actor: Actor,
  path: ImportedContent['category'],
  places: Map<string, CategoryId>,
): Promise<CategoryId | null> {
  let parentId: CategoryId | null = null;
  for (const { name, slug: given } of path) {
    const slug = allowedSlug(given) ?? slugFrom(name, 'category');
    const stored = places.get(slug) ?? (await deps.categories.findBySlug(slug))?.id;
    const draft = { actor, name, slug, parentId, description: null, order: 0 };
    const id: CategoryId = stored ?? (await createCategory(deps)(draft)).id;
    places.set(slug, id);
    parentId = id;
  }
  return parentId;
}
