import { ElementType, parseDocument } from 'htmlparser2';

type ParsedNode = ReturnType<typeof parseDocument>['children'][number];

/** The content of the clipboard in two formats. Spreadsheets and browsers put a table into both formats. */
export interface Pasted {
  readonly html: string;
  readonly text: string;
}

/** The maximum number of cells of a pasted table. A larger selection of a spreadsheet is pasted as plain text. */
const mostCells = 20_000;

function textOf(node: ParsedNode): string {
  if (node.type === ElementType.Text) return node.data;
  if (node.type !== ElementType.Tag) return '';
  return node.name === 'br' ? ' ' : node.children.map(textOf).join('');
}

/** Returns all elements with the name, except those within an element that has this name itself. */
function elementsOf(nodes: readonly ParsedNode[], isWanted: (name: string) => boolean): ParsedNode[] {
  return nodes.flatMap((node) => {
    if (node.type !== ElementType.Tag) return 'children' in node ? elementsOf(node.children, isWanted) : [];
    return isWanted(node.name) ? [node] : elementsOf(node.children, isWanted);
  });
}

const childrenOf = (node: ParsedNode): readonly ParsedNode[] => ('children' in node ? node.children : []);

/** Returns the rows of the only table in an HTML text; undefined if there is none, or if there is text beside it. */
function rowsOfHtml(html: string): string[][] | undefined {
  if (!/<table[\s>]/iu.test(html)) return undefined;
  const document = parseDocument(html).children;
  const [table, ...others] = elementsOf(document, (name) => name === 'table');
  if (table === undefined || others.length > 0) return undefined;
  const around = elementsOf(document, (name) => ['table', 'head', 'style', 'title', 'meta'].includes(name));
  const outside = document.map(textOf).join('').length - around.map(textOf).join('').length;
  const hasTextOutside = outside > 0 && document.map(textOf).join('').trim() !== around.map(textOf).join('').trim();
  if (hasTextOutside) return undefined;
  return elementsOf(childrenOf(table), (name) => name === 'tr').map((row) =>
    elementsOf(childrenOf(row), (name) => name === 'td' || name === 'th').map(textOf),
  );
}

/**
 * Returns the rows of a text that a spreadsheet has copied: cells are separated by tabs, and a cell with line breaks is
 * in quotation marks. Undefined if the text is no table, such as code that is indented by tabs.
 */
function rowsOfText(text: string): string[][] | undefined {
  const trimmed = text.replace(/\r\n?/gu, '\n').replace(/\n$/u, '');
  if (!trimmed.includes('\t')) return undefined;
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of trimmed.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gu)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  const width = rows[0]?.length ?? 0;
  return width > 1 && rows.every((row) => row.length === width) && trimmed.trimStart() === trimmed ? rows : undefined;
}

const cellOf = (text: string): string =>
  text.replace(/\s+/gu, ' ').trim().replaceAll('\\', '\\\\').replaceAll('|', '\\|');

/**
 * Converts a table of a spreadsheet or of a web page to a Markdown table. The first row becomes the head.
 * @returns undefined if the clipboard contains something else than one table
 */
export function markdownTableOf({ html, text }: Pasted): string | undefined {
  const rows = (rowsOfHtml(html) ?? rowsOfText(text))?.filter((row) => row.length > 0) ?? [];
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 2 || rows.length * width > mostCells) return undefined;
  const lineOf = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cellOf(cells[index] ?? '')).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [lineOf(head), `|${' --- |'.repeat(width)}`, ...others.map(lineOf)].join('\n');
}
