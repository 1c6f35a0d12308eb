import type { WorkingCopyViews } from '@portcullis/application';
import { longFieldsOf } from '../long-fields.ts';
import type { State } from '../state.ts';

export const workingCopyViews = (now: () => State): WorkingCopyViews => ({
  editorTypeOf: async (id) => now().workingCopies.get(id)?.editorType,
  find: async (id) => {
    const copy = now().workingCopies.get(id);
    if (copy === undefined) return undefined;
    const { contentMd, contentHtml, contentRaw, toc } = copy;
    const texts = { contentMd, contentHtml, contentRaw, toc: JSON.stringify(toc) };
    return { ...copy, ...longFieldsOf(texts, () => now().workingCopies.get(id) === copy) };
  },
});
