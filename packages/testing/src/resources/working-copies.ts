import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { Utf8Text } from '@portcullis/domain/internal/names/text';
import type { WorkingCopyRepository, WorkingCopyViews } from '@portcullis/application/internal/ports/working-copies';
import type { State } from '../tables/state.ts';
import { table } from '../tables/tables.ts';
import { textOf } from '../tables/utf8.ts';
import { coverOf } from '../tables/content-items.ts';
import { longFieldsOf } from '../tables/long-fields.ts';

export const contracts = [() => import('../contracts/working-copies.ts')];

export function repository(state: State): WorkingCopyRepository {
  const rows = table(state.workingCopies, { referencesExist: ({ id }) => state.contents.has(id) });
  return {
    ...rows,
    add: (copy) => rows.add({ ...copy, contentHtml: asText(copy.contentHtml) }),
    save: (copy) => rows.save({ ...copy, contentHtml: asText(copy.contentHtml) }),
  };
}

const asText = (html: string | Utf8Text | null): string | null => (html instanceof Utf8Text ? textOf(html) : html);

/** Returns the working copy of a content that is not removed. */
const copyOf = ({ contents, workingCopies }: State, id: ContentId) =>
  contents.has(id) ? workingCopies.get(id) : undefined;

export const views = (now: () => State): WorkingCopyViews => ({
  editorTypeOf: async (id) => copyOf(now(), id)?.editorType,
  find: async (id) => {
    const copy = copyOf(now(), id);
    if (copy === undefined) return undefined;
    const { contentMd, contentHtml, contentRaw, toc } = copy;
    const texts = { contentMd, contentHtml, contentRaw, toc: JSON.stringify(toc) };
    const cover = coverOf(now(), copy.coverId);
    return { ...copy, cover, ...longFieldsOf(texts, () => now().workingCopies.get(id) === copy) };
  },
});
