import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { revisedFields, type RevisedField } from '@portcullis/domain/internal/contents/revision';
import type { ContentViews, LongField } from '../ports/contents.ts';
import type { RevisionWithLongFields, RevisionViews } from '../ports/revisions.ts';
import type { Hunk, TextComparer } from '../ports/system.ts';
import type { ReachInput } from '../reach.ts';
import { requireStoredReach } from './content-reach.ts';
import { readWholeText } from './content-body.ts';

/** What `compareRevisions` needs. */
export interface CompareRevisionsInput extends ReachInput {
  readonly id: ContentId;
  /** The version whose values are returned as `before`. */
  readonly from: number;
  /** The version whose values are returned as `after`. */
  readonly to: number;
}

/** A field that differs between two versions. */
export interface FieldChange {
  readonly field: RevisedField;
  /** The old value; null for a body, which is compared line by line. */
  readonly before: string | readonly string[] | null;
  readonly after: string | readonly string[] | null;
  /** The differing lines of a body; null for other fields, or if `truncated` is true. */
  readonly hunks: readonly Hunk[] | null;
  /**
   * Whether two bodies differ but were not compared by lines. This is the case if the comparison would need too much
   * time or memory, or if too many other comparisons were waiting.
   */
  readonly truncated: boolean;
}

/** The differences between two revisions of a content. */
export interface RevisionComparison {
  readonly from: number;
  readonly to: number;
  readonly changes: readonly FieldChange[];
}

interface Dependencies {
  readonly contents: ContentViews;
  readonly revisions: RevisionViews;
  readonly comparer: TextComparer;
}

/**
 * Maximum total size of two bodies that are compared by lines, in UTF-16 code units. A body that is a `LongField` is
 * measured in bytes of UTF-8.
 */
const comparedSize = 1024 * 1024;

type Body = string | LongField | null;

const sizeOf = (body: Body): number => (body === null || typeof body === 'string' ? (body?.length ?? 0) : body.bytes);

/**
 * Compares two versions of a content, field by field.
 * @throws {BusinessError} revision-not-found
 * @throws {ContentChanged} if a revision was removed while it was being read
 */
export const compareRevisions =
  ({ contents, revisions, comparer }: Dependencies) =>
  async ({ id, from, to, reach }: CompareRevisionsInput): Promise<RevisionComparison> => {
    await requireStoredReach(contents, reach, id, { notFound: 'revision-not-found' });
    const [old, current] = await Promise.all([revisions.find(id, from), revisions.find(id, to)]);
    const [before, after] = [orNotFound(old, 'revision-not-found'), orNotFound(current, 'revision-not-found')];
    const changes: FieldChange[] = [];
    for (const field of revisedFields) {
      const change = isBody(field)
        ? await bodyChange(comparer, field, before[field], after[field])
        : valueChange(field, before, after);
      if (change !== undefined) changes.push(change);
    }
    return { from, to, changes };
  };

type BodyField = 'contentMd' | 'contentHtml' | 'contentRaw';

const isBody = (field: RevisedField): field is BodyField =>
  field === 'contentMd' || field === 'contentHtml' || field === 'contentRaw';

function valueChange(
  field: Exclude<RevisedField, BodyField>,
  { [field]: before }: RevisionWithLongFields,
  { [field]: after }: RevisionWithLongFields,
): FieldChange | undefined {
  if (String(before) === String(after)) return undefined;
  return { field, before, after, hunks: null, truncated: false };
}

async function bodyChange(
  comparer: TextComparer,
  field: BodyField,
  before: Body,
  after: Body,
): Promise<FieldChange | undefined> {
  if (await areEqual(before, after)) return undefined;
  const isTooLarge = sizeOf(before) + sizeOf(after) > comparedSize;
  const hunks = isTooLarge
    ? undefined
    : await comparer.compare(await readWholeText(before ?? ''), await readWholeText(after ?? ''));
  return { field, before: null, after: null, hunks: hunks ?? null, truncated: hunks === undefined };
}

/**
 * Returns whether two bodies are equal. Whether a body is a `LongField` also depends on the sizes of the other bodies
 * of its version. The same body can therefore be a string in one version and a `LongField` in the other. Two long
 * bodies can be compared piece by piece, because equal bodies have the same pieces.
 */
async function areEqual(before: Body, after: Body): Promise<boolean> {
  if (before === null || after === null) return before === after;
  if (typeof before === 'string') return typeof after === 'string' ? before === after : isText(after, before);
  if (typeof after === 'string') return isText(before, after);
  if (before.bytes !== after.bytes) return false;
  const others = after.pieces()[Symbol.asyncIterator]();
  for await (const piece of before.pieces()) {
    const other = await others.next();
    if (other.done === true || other.value !== piece) return false;
  }
  return true;
}

async function isText(field: LongField, text: string): Promise<boolean> {
  let length = 0;
  for await (const piece of field.pieces()) {
    if (!text.startsWith(piece, length)) return false;
    length += piece.length;
  }
  return length === text.length;
}
