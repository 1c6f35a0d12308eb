import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import core from 'highlight.js/lib/core';
import { createConverter } from '../src/convert.ts';
import { startStopwatch, type Stopwatch } from '../src/cpu-time.ts';
import type { HighlightLimits } from '../src/highlight.ts';
import { grammarOf, highlighterFor } from '../src/languages.ts';
import { runWithTimeLimit } from '../src/time-limit.ts';
import { html } from './support/convert.ts';

const grammarsFolder = join(
  dirname(createRequire(import.meta.url).resolve('highlight.js/package.json')),
  'lib/languages',
);
const known = readdirSync(grammarsFolder)
  .map((file) => file.replace(/(?:\.js)+$/, ''))
  .filter((name) => grammarOf(name) === name);

/**
 * Code that takes a minute to highlight. It consists of one key, and for each letter of the key the grammar searches
 * the entire rest of the key again.
 */
const slow = `\`\`\`ini\n${'a'.repeat(60_000)}\n\`\`\`\n`;

const quick = '```js\n1\n```\n';

const limits = { blockMs: 10_000, highlightMs: 10_000, highlightClockMs: 20_000 };

function highlightedWithin(given: Partial<HighlightLimits>, markdown: string): string {
  const convert = createConverter({ sanitize: true, cacheCharacters: 0 });
  return convert(markdown, { ...limits, stopwatch: startStopwatch(), ...given }).html;
}

describe('Highlighting, §4.6 conversion rule 4', () => {
  it('supports about forty languages by name, and ts, sh and yml by alias', () => {
    expect(new Set(known).size).to.be.within(38, 45);
    expect(['ts', 'sh', 'yml', 'HTML', 'livescript', 'http', 'constructor', ''].map(grammarOf)).to.deep.equal([
      'typescript',
      'bash',
      'yaml',
      'xml',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('loads a grammar with the grammars that it embeds, so that the result never depends on earlier documents', () => {
    for (const name of new Set(known)) {
      const hljs = highlighterFor(name);
      const source = readFileSync(join(grammarsFolder, `${name}.js`), 'utf8');
      const embedded = [...source.matchAll(/subLanguage: '(\w+)'/g)].map(([, language = '']) => language);
      // `mojolicious` is the template language of a Perl web framework. This package does not support it.
      const missing = embedded.filter((language) => language !== 'mojolicious' && !hljs.getLanguage(language));
      expect(missing, name).to.deep.equal([]);
      expect(source, `${name} would detect languages`).to.not.match(/subLanguage: \[/);
    }
  });

  it('stops a job at its time limit, even while a regular expression runs', () => {
    expect(runWithTimeLimit(50, () => /^(?:a+)+$/.test(`${'a'.repeat(40)}b`))).to.equal(undefined);
    expect(runWithTimeLimit(1000, () => 'done')).to.equal('done');
    expect(() => runWithTimeLimit(1000, () => decodeURIComponent('%'))).to.throw(URIError);
  });

  it('shows a block that takes too long as plain code, and highlights the next block', () => {
    const output = highlightedWithin({ blockMs: 20 }, `${slow}\n${quick}`);
    expect(output).to.match(/^<pre><code>aaa/);
    expect(output).to.include('<code class="hljs language-js"><span class="hljs-number">1</span>');
  });

  it('shows the remaining blocks as plain code when the document has used up its CPU time', () => {
    expect(highlightedWithin({ highlightMs: 5 }, `${slow}\n${quick}`)).to.not.include('hljs');
  });

  it('shows the remaining blocks as plain code when the document has used up its wall-clock time', () => {
    expect(highlightedWithin({ highlightClockMs: 0 }, quick)).to.not.include('hljs');
  });

  it('highlights a block again if it received too little CPU time on a busy machine', () => {
    // The block is long enough to exceed 1 ms on every machine, so the first try is stopped. The fake stopwatch reports
    // almost no CPU time, as on a busy machine.
    let looks = 0;
    const stopwatch: Stopwatch = { spentMs: () => looks++ * 0.001, pause: (work) => work() };
    const long = `\`\`\`js\n${'const a = [1, "text"]; // comment\n'.repeat(3000)}\`\`\`\n`;
    expect(highlightedWithin({ blockMs: 1, stopwatch }, long)).to.include('<code class="hljs language-js">');
  });

  it('does not count the time to load a grammar, because later documents use the grammar too', () => {
    core.unregisterLanguage('go');
    // A stopwatch whose time is the number of grammars that were loaded outside pauses.
    let uncounted = 0;
    const spentMs = (): number => core.listLanguages().length - uncounted;
    const pause: Stopwatch['pause'] = (work) => {
      const before = spentMs();
      const result = work();
      uncounted += spentMs() - before;
      return result;
    };
    const output = highlightedWithin(
      { highlightMs: 1, stopwatch: { spentMs, pause } },
      `\`\`\`go\n1\n\`\`\`\n\n${quick}`,
    );
    expect(output.match(/<code class="hljs/g)).to.have.length(2);
  });

  it('caches highlighted blocks up to the size of the cache', () => {
    const block = '```js\nconst a = 1;\n```\n';
    for (const [cacheCharacters, isKept] of [
      [1000, true],
      [10, false],
      [0, false],
    ] as const) {
      const convert = createConverter({ sanitize: true, cacheCharacters });
      const first = convert(block, { ...limits, stopwatch: startStopwatch() }).html;
      const again = convert(block.replace('js', 'mjs'), {
        ...limits,
        highlightMs: 0,
        stopwatch: startStopwatch(),
      }).html;
      expect(again === first.replace('language-js', 'language-mjs'), String(cacheCharacters)).to.equal(isKept);
    }
  });

  it('closes every element that a grammar opens, and escapes all other code', () => {
    for (const name of new Set(known)) {
      const output = html(`\`\`\`${name}\n</code></pre><script>"&\n\`\`\`\n`);
      expect(output, name).to.not.match(/<(?!\/?(?:pre|code|span)\b)/);
      expect(output.match(/<span/g)?.length ?? 0, name).to.equal(output.match(/<\/span/g)?.length ?? 0);
    }
  });
});
