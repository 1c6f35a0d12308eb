import { Utf8Text } from '@portcullis/domain';
import type { WorkingCopyRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { table } from '../tables.ts';
import { textOf } from '../utf8.ts';

export function workingCopyRepository(state: State): WorkingCopyRepository {
  const rows = table(state.workingCopies, { referencesExist: ({ id }) => state.contents.has(id) });
  return {
    ...rows,
    add: (copy) => rows.add({ ...copy, contentHtml: asText(copy.contentHtml) }),
    save: (copy) => rows.save({ ...copy, contentHtml: asText(copy.contentHtml) }),
  };
}

const asText = (html: string | Utf8Text | null): string | null => (html instanceof Utf8Text ? textOf(html) : html);
