/** The fields of a content in the form of NDJSON. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The source says that a content is public, or withheld from some or all readers, or uses a value that the import does not
 * know. Readers of files only report this; `withAudience` decides the status.
 */
export type Audience =
  | { readonly kind: 'public' }
  | { readonly kind: 'withheld'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly field: string; readonly value: unknown };

export const everybody: Audience = { kind: 'public' };

export const withheld = (reason: string): Audience => ({ kind: 'withheld', reason });

const yes: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'y', 'on'];
const no: readonly unknown[] = [false, 0, '0', 'false', 'no', 'n', 'off', '', null, undefined];

/** Returns the meaning of a value such as `yes` or `"true"`; undefined if it has none. */
export function flagOf(value: unknown): boolean | undefined {
  const folded = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (yes.includes(folded)) return true;
  return no.includes(folded) ? false : undefined;
}

/** Returns the first audience that is not everybody. */
export const strictest = (audiences: readonly Audience[]): Audience =>
  audiences.find(({ kind }) => kind === 'unknown') ?? audiences.find(({ kind }) => kind === 'withheld') ?? everybody;

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
  const { status, publishedAt, ...others } = fields;
  if (audience.kind === 'withheld') {
    const note = `a draft, because ${audience.reason}`;
    return { fields: { ...others, status: status === 'ARCHIVED' ? status : 'DRAFT' }, note };
  }
  const time = typeof publishedAt === 'string' ? new Date(publishedAt) : undefined;
  if (status === 'PUBLISHED' && time !== undefined && time > now) {
    const publishAt = others['publishAt'] ?? publishedAt;
    return {
      fields: { ...others, status: 'DRAFT', publishAt },
      note: `scheduled, because its date is ${String(publishedAt)}`,
    };
  }
  return { fields };
}
