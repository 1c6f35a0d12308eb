/** A text and the start and end of the selection in it. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export const marks = [
  'heading',
  'bold',
  'italic',
  'strike',
  'code',
  'link',
  'list',
  'numbers',
  'tasks',
  'quote',
  'table',
] as const;
export type Mark = (typeof marks)[number];

const around: Partial<Record<Mark, string>> = { bold: '**', italic: '*', strike: '~~' };

/** For each kind of formatting that applies to entire lines, returns the Markdown prefix of a line. */
const beforeLines: Partial<Record<Mark, (index: number) => string>> = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (index) => `${index + 1}. `,
  tasks: () => '- [ ] ',
  quote: () => '> ',
};

const replaced = ({ text }: Selected, from: number, to: number, by: string): string =>
  `${text.slice(0, from)}${by}${text.slice(to)}`;

/** Adds a Markdown delimiter such as `**` before and after the selection, or removes it if it is already there. */
function surround(selected: Selected, sign: string): Selected {
  const { text, start, end } = selected;
  const isMarked = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  if (isMarked) {
    const inner = text.slice(start, end);
    return {
      text: replaced(selected, start - sign.length, end + sign.length, inner),
      start: start - sign.length,
      end: end - sign.length,
    };
  }
  return {
    text: replaced(selected, start, end, `${sign}${text.slice(start, end)}${sign}`),
    start: start + sign.length,
    end: end + sign.length,
  };
}

/**
 * Adds a prefix to every line of the selection, or removes the prefix if every line has it. A selection becomes that of
 * the lines; a cursor keeps its place in the text, so that the next key does not replace the prefix.
 */
function prefix(selected: Selected, prefixOf: (index: number) => string): Selected {
  const { text, start, end } = selected;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const areMarked = lines.every((line, index) => line.startsWith(prefixOf(index)));
  const changed = lines
    .map((line, index) => (areMarked ? line.slice(prefixOf(index).length) : `${prefixOf(index)}${line}`))
    .join('\n');
  const moved = changed.length - (to - from);
  const cursor = Math.max(from, start + moved);
  return {
    text: replaced(selected, from, to, changed),
    ...(start === end ? { start: cursor, end: cursor } : { start: from, end: from + changed.length }),
  };
}

/** Formats several lines as a code block, and a part of a line as inline code. */
function code(selected: Selected): Selected {
  const { text, start, end } = selected;
  const chosen = text.slice(start, end);
  if (!chosen.includes('\n')) return surround(selected, '`');
  const block = `\`\`\`\n${chosen}\n\`\`\``;
  return { text: replaced(selected, start, end, block), start: start + 4, end: end + 4 };
}

/**
 * Makes the selection the text of a link. The placeholder of the URL is selected, so that the person can type the URL.
 */
function link(selected: Selected): Selected {
  const { text, start, end } = selected;
  const address = 'https://';
  const at = end + 3;
  return {
    text: replaced(selected, start, end, `[${text.slice(start, end)}](${address})`),
    start: at,
    end: at + address.length,
  };
}

/** Adds an empty table below the line of the selection, with the cursor in its first cell. */
function table({ text, end }: Selected): Selected {
  const next = text.indexOf('\n', end);
  const at = next === -1 ? text.length : next;
  const gap = at === 0 ? '' : '\n\n';
  const rows = '|  |  |\n| --- | --- |\n|  |  |\n';
  const cursor = at + gap.length + 2;
  return { text: `${text.slice(0, at)}${gap}${rows}${text.slice(at)}`, start: cursor, end: cursor };
}

/**
 * Adds Markdown formatting to the selection. If the selection already has the formatting, removes it, except for links,
 * tables and code blocks.
 * @returns the new text and the new selection
 */
export function applyMark(selected: Selected, mark: Mark): Selected {
  if (mark === 'code') return code(selected);
  if (mark === 'link') return link(selected);
  if (mark === 'table') return table(selected);
  const sign = around[mark];
  if (sign !== undefined) return surround(selected, sign);
  return prefix(selected, beforeLines[mark] ?? (() => ''));
}
