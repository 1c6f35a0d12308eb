import type {
  MediaUsage,
  ReferringContent,
  ReferringRevision,
  ReferringWorkingCopy,
} from '@portcullis/application/internal/ports/media';
import type { Reach } from '@portcullis/domain/internal/access/reach';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { contentCondition } from '../contents/content-conditions.ts';
import { itemsOf, type Reader, sql, type Statement } from '../postgres/reader.ts';
import { currentFields, publicCondition } from '../sql/schedule.ts';

const maxListed = 100;

interface Counted {
  readonly total: number;
}

/** Rows that refer to a file: where they are, which columns are read, and which of them a reader may read. */
interface Referring {
  readonly from: string;
  readonly columns: string;
  readonly order: string;
  /** @param reached the condition that the content `t` is in the reach of the reader */
  readonly isReadable: (reached: string) => string;
}

const contents: Referring = {
  from: 'media_references r JOIN all_contents t ON t.id = r.content_id WHERE r.media_id = $1 AND NOT r.is_working_copy',
  columns: `t.id, t.title, t.slug, ${currentFields.status} AS status`,
  order: 't.created_at DESC, t.id',
  isReadable: (reached) => `(${publicCondition} OR ${reached})`,
};

const workingCopies: Referring = {
  from: `media_references r JOIN all_contents t ON t.id = r.content_id JOIN working_copies w ON w.id = t.id
    WHERE r.media_id = $1 AND r.is_working_copy`,
  columns: 't.id AS "contentId", w.title',
  order: 'w.updated_at DESC, t.id',
  isReadable: (reached) => reached,
};

const revisions: Referring = {
  from: `(SELECT v.content_id, v.version, v.title, v.created_at
      FROM media_in_texts m JOIN content_revisions v ON v.content_id = m.content_id
      AND m.hash IN (v.md_hash, v.html_hash, v.raw_hash) WHERE m.media_id = $1
      UNION SELECT v.content_id, v.version, v.title, v.created_at FROM content_revisions v WHERE v.cover_id = $1) v
    JOIN all_contents t ON t.id = v.content_id WHERE true`,
  columns: 't.id AS "contentId", v.version, v.title',
  order: 'v.created_at DESC, t.id, v.version',
  isReadable: (reached) => reached,
};

/**
 * Each form of a condition has a statement of its own. All rows are counted, also those of removed contents, and those are
 * returned that are readable.
 */
const statementOf = ({ from, columns, order, isReadable }: Referring, condition: string): Statement =>
  sql`SELECT (SELECT count(*)::int FROM ${from}) AS total, listed.* FROM (SELECT) one LEFT JOIN LATERAL
      (SELECT ${columns} FROM ${from} AND NOT t.removed AND ${isReadable(`(${condition}) IS TRUE`)}
        ORDER BY ${order} LIMIT ${maxListed}) listed ON true`;

const entries = sql`SELECT count(DISTINCT entry_id)::int AS total FROM media_uses WHERE media_id = $1`;

const constant = (value: boolean) => ({ text: `${value} AND $2::json IS NOT NULL`, value: '[]' });

/** Returns what refers to a file, and how many of each kind there are. */
export async function mediaUsage(reader: Reader, id: MediaId, reach: Reach): Promise<Omit<MediaUsage, 'entries'>> {
  const { text, value } = typeof reach === 'boolean' ? constant(reach) : contentCondition(reach, '$2');
  const [inContents, inCopies, inRevisions, inEntries] = await Promise.all([
    reader.rows<ReferringContent & Counted>(statementOf(contents, text), [id, value]),
    reader.rows<ReferringWorkingCopy & Counted>(statementOf(workingCopies, text), [id, value]),
    reader.rows<ReferringRevision & Counted>(statementOf(revisions, text), [id, value]),
    reader.rows<Counted>(entries, [id]),
  ]);
  const totalOf = ([row]: readonly Counted[]): number => row?.total ?? 0;
  return {
    contents: itemsOf<ReferringContent, Counted>(inContents, 'total', 'id'),
    workingCopies: itemsOf<ReferringWorkingCopy, Counted>(inCopies, 'total', 'contentId'),
    revisions: itemsOf<ReferringRevision, Counted>(inRevisions, 'total', 'contentId'),
    totals: {
      contents: totalOf(inContents),
      workingCopies: totalOf(inCopies),
      revisions: totalOf(inRevisions),
      entries: totalOf(inEntries),
    },
  };
}
