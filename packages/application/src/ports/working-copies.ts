import type { EditorType } from '@portcullis/domain/internal/contents/content';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import type { WorkingCopy } from '@portcullis/domain/internal/contents/working-copy';
import type { ReportedCollection } from './collection.ts';
import type { ContentWithLongFields, WithCover } from './contents.ts';

/** Stores working copies under the ids of their contents. Callers must lock the content before its working copy. */
export type WorkingCopyRepository = ReportedCollection<WorkingCopy>;

type LongName = 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc';

/** A working copy. A body or table of contents that is long is a `LongField`, which is read in pieces. */
export type WorkingCopyWithLongFields = Omit<WorkingCopy, LongName> & Pick<ContentWithLongFields, LongName> & WithCover;

/** Reads working copies. */
export interface WorkingCopyViews {
  readonly find: (id: ContentId) => Promise<WorkingCopyWithLongFields | undefined>;
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
}
