/** The fields of a content in the form of NDJSON. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The source says that a content is public, withheld from some or all readers, or scheduled, or uses a value that the import does not
 * know. Readers of files only report this; `withAudience` decides the status.
 */
export type Audience =
  | { readonly kind: 'public' }
  | { readonly kind: 'withheld'; readonly reason: string }
  | { readonly kind: 'scheduled' }
  | { readonly kind: 'unknown'; readonly field: string; readonly value: unknown };

export const everybody: Audience = { kind: 'public' };

export const scheduled: Audience = { kind: 'scheduled' };

export const withheld = (reason: string): Audience => ({ kind: 'withheld', reason });

const yes: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'y', 'on', 't'];
const no: readonly unknown[] = [false, 0, '0', 'false', 'no', 'n', 'off', 'f', '', null, undefined];

/** Returns the meaning of a value such as `yes` or `"true"`; undefined if it has none. */
export function flagOf(value: unknown): boolean | undefined {
  const folded = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (yes.includes(folded)) return true;
  return no.includes(folded) ? false : undefined;
}

const byStrictness = ['unknown', 'withheld', 'scheduled'] as const;

/** Returns the audience of the fewest readers. */
export const strictest = (audiences: readonly Audience[]): Audience =>
  byStrictness.map((kind) => audiences.find((each) => each.kind === kind)).find((each) => each !== undefined) ??
  everybody;

const timeOf = (time: unknown): number => (typeof time === 'string' ? new Date(time).getTime() : Number.NaN);

/** A content with the status that it gets here, and what a reader should know about that. */
interface Decided {
  readonly fields: Fields | undefined;
  readonly note?: string;
  readonly error?: { readonly field: string; readonly message: string };
}

/**
 * Decides the status of an imported content. It never becomes more public than its source was: what is not for everybody
 * becomes a draft, and what is dated in the future is scheduled.
 */
export function withAudience(
  { fields, audience = everybody }: { readonly fields: Fields | undefined; readonly audience?: Audience },
  now: Date,
): Decided {
  if (fields === undefined) return { fields };
  if (audience.kind === 'unknown') {
    const { field, value } = audience;
    return { fields, error: { field, message: `It is not known for whom ${JSON.stringify(value)} is.` } };
  }
  const { status, publishedAt, publishAt, ...others } = fields;
  const draft = { ...others, status: status === 'ARCHIVED' ? status : 'DRAFT' };
  // A time of publication would make the content public after all.
  if (audience.kind === 'withheld') return { fields: draft, note: `a draft, because ${audience.reason}` };
  const start = publishAt ?? publishedAt;
  if (audience.kind === 'scheduled' || (status === 'PUBLISHED' && timeOf(publishedAt) > now.getTime()))
    return timeOf(start) > now.getTime()
      ? { fields: { ...draft, publishAt: start }, note: `scheduled, because its date is ${String(start)}` }
      : { fields: draft, note: 'a draft, because it is scheduled without a date in the future' };
  if (status === 'PUBLISHED' && timeOf(others['unpublishAt']) <= now.getTime()) {
    const { unpublishAt, ...expired } = others;
    return { fields: { ...expired, status: 'DRAFT' }, note: `a draft, because it expired on ${String(unpublishAt)}` };
  }
  return { fields };
}
