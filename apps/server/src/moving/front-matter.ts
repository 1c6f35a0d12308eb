import { parse as parseToml } from 'smol-toml';
import { parse } from 'yaml';

/** Front matter: YAML between lines of three hyphens, or TOML between lines of three plus signs. */
const fenced = /^\s*(?<fence>-{3,}|\+{3,})[ \t]*\r?\n(?<fields>(?:[^]*?\r?\n)?)(?:\k<fence>|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** Lines of names and values before an empty line, as Pelican and MultiMarkdown write them. */
const unfenced =
  /^(?<fields>(?:[A-Za-z][\w -]*:[^\n]*\r?\n)*(?:title|date|status|draft)[ \t]*:[^\n]*(?:\r?\n[A-Za-z][\w -]*:[^\n]*)*)(?:\r?\n[ \t]*(?:\r?\n|$)|$)/i;
/** The beginning of front matter in another form, or of one that does not end. */
const others =
  /^\s*(?:%YAML|(?:-{3,}|\+{3,}|;;;)[ \t]*(?:\w+[ \t]*)?\r?\n|\{\s*(?:"|\r?\n|\}\s*$)|<!--(?:[^]{0,2000}?\n)?[ \t.]*(?:title|date|status|draft|published)[ \t]*:)/i;

type Fields = Readonly<Record<string, unknown>>;

/** A Markdown file: the fields of its front matter, and the text after it. */
export interface FileParts {
  readonly given: Fields;
  readonly body: string;
}

/** Values are read as texts, so that the title `1984` and the tag `007` stay as they were written. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNulls(each)]));
  return value === '' || value === '~' || value === 'null' ? null : value;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the front matter of a text and the text after it. @throws if it cannot be parsed */
export function partsOfFile(text: string): FileParts {
  const found = fenced.exec(text);
  if (found === null) {
    if (others.test(text)) throw new Error('its front matter is in a form that the import does not read');
    const [header, lines] = [unfenced.exec(text)?.[0], unfenced.exec(text)?.groups?.['fields']];
    if (header === undefined || lines === undefined) return { given: {}, body: text };
    const pairs = lines.split(/\r?\n/).map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), withNulls(value.join(':').trim())];
    });
    return { given: Object.fromEntries(pairs), body: text.slice(header.length) };
  }
  const { fence = '', fields = '' } = found.groups ?? {};
  const given = withNulls(
    fence.startsWith('+') ? parseToml(fields) : parse(fields, { maxAliasCount: 0, schema: 'failsafe' }),
  );
  if (!isFields(given) && given !== null) throw new Error('its front matter has no fields');
  return { given: isFields(given) ? given : {}, body: text.slice(found[0].length) };
}
