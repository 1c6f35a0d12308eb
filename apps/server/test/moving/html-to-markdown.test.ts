import { expect } from 'chai';
import fc from 'fast-check';
import { createConverter } from '@portcullis/adapters-markdown/internal/convert';
import { startStopwatch } from '@portcullis/adapters-markdown/internal/cpu-time';
import { convertText } from '../../src/moving/row-work.ts';
import { aDocument } from './documents.ts';
import { readersView } from './readers-view.ts';

/** Number of generated documents. `FULL_SIZE=yes` runs the long proof. */
const documents = process.env['FULL_SIZE'] === 'yes' ? 10_000 : 100;

const convert = createConverter({ sanitize: true, cacheCharacters: 0 });
const bounds = { blockMs: 0, highlightMs: 0, highlightClockMs: 0 };
const rendered = (markdown: unknown): string =>
  convert(String(markdown), { stopwatch: startStopwatch(), ...bounds }).html;

/** Returns the Markdown of HTML, and what a person sees of it. */
function converted(html: string) {
  const { fields, notes } = convertText({ form: 'html', text: html }, false);
  const { contentMd, contentHtml } = Object(fields);
  return { markdown: contentMd, notes, shown: contentMd === undefined ? contentHtml : rendered(contentMd) };
}

describe('HTML as Markdown', () => {
  it(`looks the same in ${documents} generated documents`, () =>
    fc.assert(
      fc.property(aDocument, (html) => {
        const { markdown, shown } = converted(html);
        if (readersView(shown) !== readersView(html)) throw new Error(`${html}\n\n${markdown}\n\n${shown}`);
        expect(markdown, html).to.be.a('string');
      }),
      { numRuns: documents },
    )).timeout(1_800_000);
});
