const prose = `Most readers arrive from a *search engine*, see the [first screen](https://example.com/guide) and decide. So say what
the thing does, and for **whom**, before you say how; the \`README\` is no place for history. See also www.example.com/style.

`;

const code: Readonly<Record<string, string>> = {
  ts: `export interface Page<T> {\n  readonly items: readonly T[];\n  readonly total: number;\n}\n
export async function load<T>(url: string, page = 1): Promise<Page<T>> {\n  const answer = await fetch(\`\${url}?page=\${page}\`);
  if (!answer.ok) throw new Error('The list did not load: ' + answer.status);\n  return (await answer.json()) as Page<T>;\n}\n`,
  sql: `SELECT u.id, u.username, count(r.id) AS roles -- those that count\nFROM users u LEFT JOIN user_roles r ON r.user_id = u.id
WHERE u.status = 1 AND u.created_at > now() - interval '7 days'\nGROUP BY u.id ORDER BY roles DESC LIMIT 20;\n`,
  sh: `set -euo pipefail\nfor file in "$@"; do\n  if [[ -f $file ]]; then gzip --keep "$file" && echo "packed $file"; fi\ndone\n`,
  python: `from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass Point:\n    """A place."""\n    x: float = 0.0
    y: float = 0.0\n\n    def moved(self, dx: float, dy: float) -> "Point":\n        return Point(self.x + dx, self.y + dy)\n`,
  json: `{\n  "name": "example",\n  "version": "1.2.3",\n  "private": true,\n  "scripts": { "test": "mocha", "build": "tsc -b" }\n}\n`,
};

/**
 * Returns an article of 20 KB with five code blocks of up to a kilobyte. Each value of `edition` gives different code,
 * so that the highlighted code is not in the cache of the renderer yet.
 */
export function article(edition: number): string {
  const sections = Object.entries(code).map(([language, text], index) => {
    const block = `${text}\n`.repeat(3) + comment(language, edition);
    const list = '- one of *several* points\n- another, with `code`\n- [x] done\n';
    const table = '\n| Name | Value |\n|:-----|------:|\n| a | 1 |\n| b | 2 |\n\n';
    return `## Part ${index}\n\n${prose.repeat(11)}${list}${table}\`\`\`${language}\n${block}\`\`\`\n\n`;
  });
  return `# Article\n\n${sections.join('')}${prose.repeat(14)}`;
}

const comment = (language: string, edition: number): string =>
  language === 'json' ? `[${edition}]\n` : `${{ ts: '//', sql: '--' }[language] ?? '#'} edition ${edition}\n`;

const megabyte = 1024 * 1024;

/** Returns a document of 10 MB, the maximum size. It consists of articles with different code. */
export function tenMegabytes(): string {
  const parts: string[] = [];
  let size = 0;
  for (let edition = 0; size < 10 * megabyte; edition += 1) {
    const part = article(edition);
    parts.push(part);
    size += part.length;
  }
  return parts.join('').slice(0, 10 * megabyte);
}

/**
 * Returns a document of 9.9 MB, which is just below the maximum size. The function `part` returns the part with the
 * given index.
 */
function repeated(part: (index: number) => string): string {
  const size = 9.9 * megabyte;
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const text = part(index);
    parts.push(text);
    length += text.length;
  }
  return parts.join('').slice(0, size);
}

const tableHead = '| Name | Kind | Size | Note |\n|:-----|:----:|-----:|------|\n';
const tableRow = '| apple juice | drink | 120 | fresh, *not* from concentrate |\n';

/** Functions that return a document of 9.9 MB, by kind of content. */
export const kinds = {
  prose: () => repeated(() => prose),
  'tables of 40 rows': () => repeated((index) => `## Table ${index}\n\n${tableHead}${tableRow.repeat(40)}\n`),
  'one table': () => tableHead + repeated(() => tableRow),
  'raw HTML': () =>
    repeated(
      () => '<div><h3>Title</h3><p>Some <b>bold</b> text, <a href="https://example.com/">a link</a>.</p></div>\n\n',
    ),
  'raw HTML in text': () =>
    repeated(() => 'Some <b>bold</b> and <i>italic</i> text with <a href="https://example.com/">a link</a> in it.\n\n'),
  code: () => repeated((index) => `\`\`\`ts\n${code['ts']}// edition ${index}\n\`\`\`\n\n`),
  links: () =>
    repeated(
      (index) =>
        `- [page ${index}](https://example.com/${index} "Title") and <https://example.org/> and www.example.net/${index}\n`,
    ),
  headings: () => repeated((index) => `## Heading ${index}\n\nText.\n\n`),
} satisfies Record<string, () => string>;
