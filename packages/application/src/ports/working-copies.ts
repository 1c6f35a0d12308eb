import type { ContentId, EditorType, WorkingCopy } from '@portcullis/domain';
import type { Collection } from './collection.ts';
import type { ReadContent } from './contents.ts';

/** Working copies by the ids of their contents. Lock the content before its working copy. */
export type WorkingCopyRepository = Collection<WorkingCopy>;

type LongName = 'contentMd' | 'contentHtml' | 'contentRaw' | 'toc';

/** A working copy whose bodies and table of contents are either values or, if they are long, `LongField`s. */
export type ReadWorkingCopy = Omit<WorkingCopy, LongName> & Pick<ReadContent, LongName>;

export interface WorkingCopyViews {
  readonly find: (id: ContentId) => Promise<ReadWorkingCopy | undefined>;
  readonly editorTypeOf: (id: ContentId) => Promise<EditorType | undefined>;
}
