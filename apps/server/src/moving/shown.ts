import { Parser } from 'htmlparser2';
import { words } from './elements.ts';

/** Elements that separate texts, but that a reader cannot tell apart. */
const boundaries = words('p div section figure figcaption picture thead tbody tfoot');
const structures = words('blockquote caption dd details dl dt h1 h2 h3 h4 h5 h6 li ol pre summary table td th tr ul');
/** Elements that change how a text looks, by the name under which they are compared. */
const marks: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...words('abbr bdo cite code del dfn em ins kbd mark q rp rt ruby samp small strong sub sup time tt var')].map(
      (name) => [name, name],
    ),
  ),
  b: 'strong',
  i: 'em',
  s: 'del',
  strike: 'del',
};
/** Attributes that change what a reader sees. */
const visible = words('align colspan dir rowspan start type value');

const idPrefix = 'user-content-';
const unprefixed = (id: string): string => (id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id);

function addressOf(address: string): string {
  const [, path = '', fragment = ''] = /^([^#]*)#?([^]*)$/.exec(address.trim()) ?? [];
  const whole = fragment === '' ? path : `${path}#${unprefixed(fragment)}`;
  try {
    return decodeURI(whole);
  } catch {
    return whole;
  }
}

type Attributes = Readonly<Record<string, string>>;

const described = (name: string, attributes: Attributes): string =>
  [
    name,
    ...[...visible].flatMap((each) => {
      const value = attributes[each];
      const isDefault =
        value === undefined || (each === 'align' && value === 'left') || (each === 'start' && value === '1');
      return isDefault ? [] : [`${each}=${value}`];
    }),
  ].join(' ');

/** Returns the ids to which links of a document refer. */
export const anchorsIn = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/\shref="#([^"]+)"/g), ([, id = '']) => unprefixed(id)));

/**
 * Returns what a reader sees of sanitised HTML: its words with their looks, and the structure around them. Two documents
 * with equal lists look the same.
 * @param anchors ids whose places are a part of the list
 */
export function shown(html: string, anchors: ReadonlySet<string>): readonly string[] {
  const tokens: string[] = [];
  const open: { readonly name: string; readonly mark: string | undefined }[] = [];
  const raw = new Set(Array.from(html.matchAll(/\s(?:id|name)="user-content-([^"]*)"/g), ([, id = '']) => id));
  const seen = new Set<string>();
  let ids: string[] = [];
  let [hasSpace, breaks, isText, isBoundary] = [false, 0, false, false];
  let lastMarks: string | undefined;
  let code: string | undefined;
  const looks = (): string => {
    const all = open.flatMap(({ mark }) => mark ?? []);
    return [...new Set(all)].toSorted().join(' ');
  };
  const end = (): void => {
    [hasSpace, breaks, isBoundary, lastMarks] = [false, 0, true, undefined];
  };
  const structure = (token: string): void => {
    end();
    tokens.push(token);
    isText = false;
  };
  const visibleItem = (text: string, isWord: boolean): void => {
    if (isText && isBoundary) tokens.push('¶');
    else if (isText && breaks > 0) tokens.push(...Array<string>(breaks).fill('br'));
    else if (isText && hasSpace) tokens.push(' ');
    tokens.push(...ids.map((id) => `#${id}`));
    const isJoined = isWord && lastMarks === looks() && !hasSpace && breaks === 0 && ids.length === 0 && !isBoundary;
    if (isJoined) tokens.push(`${tokens.pop() ?? ''}${text}`);
    else tokens.push(`{${looks()}}${text}`);
    [ids, hasSpace, breaks, isText, isBoundary] = [[], false, 0, true, false];
    lastMarks = isWord ? looks() : undefined;
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      for (const id of [attributes['id'], attributes['name']]) {
        const plain = unprefixed(id ?? '');
        if (seen.has(plain) || !anchors.has(plain) || raw.has(plain) !== (id !== plain)) continue;
        seen.add(plain);
        ids.push(plain);
      }
      const mark = markOf(name, attributes);
      open.push({ name, mark: code !== undefined && mark === 'code' ? undefined : mark });
      if (name === 'br' && code !== undefined) code += '\n';
      else if (name === 'br') breaks += 1;
      else if (name === 'hr') structure('hr');
      else if (name === 'img')
        visibleItem(
          `img ${addressOf(attributes['src'] ?? '')} ${attributes['alt'] ?? ''} ${attributes['title'] ?? ''}`,
          false,
        );
      else if (name === 'input') visibleItem(`box ${'checked' in attributes}`, false);
      else if (structures.has(name) || (boundaries.has(name) && described('', attributes) !== '')) {
        structure(`<${described(name, attributes)}>`);
        if (name === 'pre') code = '';
      } else if (boundaries.has(name)) end();
    },
    ontext: (text) => {
      if (code !== undefined) {
        const look = looks();
        code += look === '' ? text : `{${look}}${text}`;
        return;
      }
      for (const part of text.match(/[ \t\n\r\f]+|[^ \t\n\r\f]+/g) ?? []) {
        if (/[^ \t\n\r\f]/.test(part)) visibleItem(part, true);
        else hasSpace = true;
      }
    },
    onclosetag: (name) => {
      open.pop();
      if (name === 'pre') {
        tokens.push((code ?? '').replace(/^\n/, '').replace(/\n+$/, ''));
        code = undefined;
      }
      if (structures.has(name)) structure(`</${name}>`);
      else if (boundaries.has(name)) end();
    },
  });
  parser.end(html);
  return [...tokens, ...ids.map((id) => `#${id}`)];
}

/** Returns how an inline element looks; undefined if it looks like the text around it. */
export function markOf(name: string, { href, title }: Attributes = {}): string | undefined {
  const mark = name === 'a' && href !== undefined ? `a=${addressOf(href)}` : marks[name];
  return mark === undefined || title === undefined ? mark : `${mark} title=${title}`;
}
