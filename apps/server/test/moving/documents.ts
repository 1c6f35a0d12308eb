import fc from 'fast-check';

/** Texts with everything that Markdown gives a meaning, and letters beside which emphasis is difficult. */
const aText = fc
  .array(
    fc.constantFrom(
      'word',
      'Use the <div> element',
      '你好',
      '世界。',
      '“引用”',
      'a_b_c',
      '*star*',
      '`tick`',
      '~~no~~',
      '~',
      '&amp;',
      '&',
      '<',
      '[x](y)',
      '![x](y)',
      '# no',
      '1. no',
      '- no',
      '+ no',
      '> no',
      '| a | b |',
      '---',
      '***',
      '\\',
      '\\*',
      'x\\',
      '$',
      '^',
      'http://x.example/a_b_c',
      'https://x.example/看',
      'www.x.example',
      'a_b@x.example',
      '==',
      '[ ]',
      '[x]',
      ':',
      '!',
      '](',
      '`',
      '``',
      '\u{a0}nbsp\u{a0}',
      '\u{3000}字\u{3000}',
      'é',
      '👋',
      '-',
      '_',
      '__',
      '.',
      '1)',
      '<!-- c -->',
      '</p>',
      '&lt;',
      '#',
      '{x}',
      'a\nb',
      'a  b',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((parts) => fc.constantFrom('', ' ').map((between) => parts.join(between)));

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const aTag = fc.constantFrom(...'em strong b i del s code u sub sup kbd mark ins q small span abbr'.split(' '));
const anAddress = fc.constantFrom(
  'https://x.example/a_b',
  '/p?a=1&b=2',
  'x(y)z',
  'a b',
  '/看',
  'mailto:a@x.example',
  '#top',
);

const aPicture = fc.constantFrom('https://x.example/a_b.png', '/p?a=1&b=2', 'x(y)z.png', 'a b.png', '/看.png');

/** Writes an inline element around HTML, which has no link in it. */
const anInline = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: aText.map(escaped) },
    { weight: 3, arbitrary: fc.tuple(aTag, inner).map(([tag, html]) => `<${tag}>${html}</${tag}>`) },
    fc.constant('<br>'),
    fc.tuple(aPicture, aText).map(([src, alt]) => `<img src="${escaped(src)}" alt="${escaped(alt)}">`),
  );
const inlines = (each: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(each, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const inline = inlines(anInline(inlines(anInline(aText.map(escaped)))));
const linked = fc.oneof(
  { weight: 5, arbitrary: inline },
  fc.tuple(anAddress, inline).map(([href, html]) => `<a href="${escaped(href)}">${html}</a>`),
);
const text = fc.array(linked, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));

const wrapped = (tag: string, html: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  html.map((each) => `<${tag}>${each}</${tag}>`);
const listOf = (tag: string, item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  wrapped(
    tag,
    fc.array(wrapped('li', item), { minLength: 1, maxLength: 3 }).map((items) => items.join('')),
  );
const aTable = fc
  .tuple(
    fc.constantFrom('th', 'td'),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.infiniteStream(text),
  )
  .map(([head, width, rows, cells]) => {
    const row = (tag: string): string =>
      `<tr>${Array.from({ length: width }, () => `<${tag}>${String(cells.next().value)}</${tag}>`).join('')}</tr>`;
    return `<table>${row(head)}${Array.from({ length: rows }, () => row('td')).join('')}</table>`;
  });

const aLeaf = fc.oneof(
  { weight: 4, arbitrary: wrapped('p', text) },
  ...['h1', 'h2', 'h4', 'h6', 'div', 'center'].map((tag) => wrapped(tag, text)),
  wrapped(
    'pre',
    fc.array(aText, { minLength: 1, maxLength: 3 }).map((lines) => escaped(lines.join('\n\n'))),
  ),
  wrapped('pre', wrapped('code', aText.map(escaped))),
  fc.constant('<hr>'),
  fc.constant('<a name="top"></a>'),
  aTable,
  text,
  fc.tuple(text, text).map(([term, definition]) => `<dl><dt>${term}</dt><dd>${definition}</dd></dl>`),
  wrapped(
    'figure',
    fc
      .tuple(aPicture, text)
      .map(([src, caption]) => `<img src="${escaped(src)}" alt=""><figcaption>${caption}</figcaption>`),
  ),
);
const aContainer = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const several = fc.array(inner, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'));
  return fc.oneof(
    { weight: 3, arbitrary: inner },
    wrapped('blockquote', several),
    listOf('ul', fc.oneof(text, several)),
    listOf('ol', fc.oneof(text, several)),
    wrapped('section', several),
    wrapped(
      'details',
      fc.tuple(wrapped('summary', text), several).map((parts) => parts.join('')),
    ),
  );
};

/** An HTML document of about 40 elements. */
export const aDocument = fc
  .array(aContainer(aContainer(aLeaf)), { minLength: 1, maxLength: 10 })
  .map((parts) => parts.join('\n'));
