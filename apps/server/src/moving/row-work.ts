import { cleanHtml as clean } from '@portcullis/adapters-markdown/internal/clean';
import { createConverter } from '@portcullis/adapters-markdown/internal/convert';
import { startStopwatch } from '@portcullis/adapters-markdown/internal/cpu-time';
import { addClassicParagraphs } from './classic-paragraphs.ts';
import type { ConvertedText, SourceText } from './content-source.ts';
import { htmlOfLexical, htmlOfMobiledoc } from './ghost-documents.ts';
import { markdownOfHtml } from './html-to-markdown.ts';
import { isTooDeep, preparedHtml } from './prepared-html.ts';

const convert = createConverter({ sanitize: true, cacheCharacters: 0 });
const render = (markdown: string): string =>
  convert(markdown, { stopwatch: startStopwatch(), blockMs: 0, highlightMs: 0, highlightClockMs: 0 }).html;

export const cleanHtml = (html: string): string => clean(html, true);

const htmlOf = ({ form, text }: SourceText): string => {
  if (form === 'lexical') return htmlOfLexical(text, render);
  return form === 'mobiledoc' ? htmlOfMobiledoc(text, render) : text;
};

const asHtml = (html: string, notes: readonly string[]): ConvertedText => ({
  fields: { editorType: 'RICHTEXT', contentHtml: cleanHtml(html) },
  notes,
});

/** Converts a text to Markdown, or to sanitised HTML if Markdown cannot express it. */
export function convertText(source: SourceText, keepHtml: boolean): ConvertedText {
  const given = htmlOf(source);
  const kept = 'It stays HTML, because Markdown cannot express it.';
  if (isTooDeep(given)) return asHtml(given, [kept]);
  const isClassic = source.form === 'classic' && !given.includes('<!-- wp:');
  const { html, notes } = preparedHtml(given, (tree) => isClassic && addClassicParagraphs(tree));
  if (keepHtml) return asHtml(html, notes);
  const contentMd = markdownOfHtml(html, render);
  return contentMd === undefined
    ? asHtml(html, [...notes, kept])
    : { fields: { editorType: 'MARKDOWN', contentMd }, notes };
}
