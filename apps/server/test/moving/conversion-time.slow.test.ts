import { size } from '@portcullis/testing/internal/full-size';
import { expect } from 'chai';
import { openRowThreads, TooExpensive } from '../../src/moving/row-threads.ts';
import { convertText } from '../../src/moving/row-work.ts';
import { withoutShortcodes } from '../../src/moving/shortcodes.ts';

describe('The time of a conversion to Markdown', () => {
  /** Texts for which converters take quadratic time, or more. */
  const repeated = [
    '![',
    '[',
    '<',
    '&lt;',
    '<a ',
    '<p ',
    '*a_',
    '`',
    '~',
    '&',
    '<em>',
    '<b><i>',
    '<ul><li>',
    '<div>x</div>',
    '<td>',
    '<em>a</em>',
    'a<br>',
    'a\n\n',
    '<!--',
    '\n',
    ' \t',
    '\u{a0}',
    'http://a.b/',
    'www.a_',
    'a@',
    '<tr><td>1</td></tr>',
    '[caption]',
    '[gallery ids="1"',
    '<img src="',
    '<details>',
    '<a href="#a" id="a">',
    '<p><font size="1">x',
    '|',
    '> ',
  ];
  for (const text of repeated)
    it(`grows with the length of a text of ${JSON.stringify(text)}`, () => {
      const cpuOf = (count: number): number => {
        const start = process.cpuUsage();
        const { html } = withoutShortcodes(`<p>${text.repeat(count)}`, () => '/a.png');
        convertText({ form: 'classic', text: html }, false);
        return process.cpuUsage(start).user / 1000;
      };
      cpuOf(100);
      // Eight times the text takes at most 24 times the time, or little time at all. Quadratic time would be 64 times.
      const [short, long] = [cpuOf(size(1500)), cpuOf(size(12_000))];
      expect(long).to.be.below(Math.max(24 * short, 1000));
    });

  it('grows with the length of a text with shortcodes', () => {
    const start = process.cpuUsage();
    const [spaces, letters] = [' '.repeat(200_000), 'a'.repeat(200_000)];
    for (const text of [
      `[caption]${spaces}x[/caption]`,
      `[gallery ${letters}]`,
      `[${letters}`,
      '[caption]'.repeat(50_000),
    ])
      withoutShortcodes(text, () => undefined);
    // Quadratic time would be minutes.
    expect(process.cpuUsage(start).user / 1000).to.be.below(10_000);
  });

  it('is limited, and the next text is converted', async () => {
    const { rowWork, close } = openRowThreads({ cpuMs: 300, clockMs: 60_000 });
    try {
      const slow = { form: 'html', text: '<p>a</p>'.repeat(100_000) } as const;
      const refusal: unknown = await Promise.resolve(rowWork.convertText(slow, false)).catch((error: unknown) => error);
      expect(refusal).to.be.an.instanceOf(TooExpensive);
      const { fields } = await rowWork.convertText({ form: 'html', text: '<p>a' }, false);
      expect(fields).to.deep.equal({ editorType: 'MARKDOWN', contentMd: 'a' });
    } finally {
      await close();
    }
  });
});
