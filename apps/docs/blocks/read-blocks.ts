import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The runner treats a block in one of these ways. */
type Action =
  /** Bash runs the text. With `until`, it goes on in the background as soon as it has written this text. */
  | { readonly kind: 'shell'; readonly terminal: string; readonly until?: string }
  /** The text becomes a file in the folder of the terminal. */
  | { readonly kind: 'file'; readonly name: string }
  /** A program in JavaScript or TypeScript. */
  | { readonly kind: 'program' }
  /** The last block has written this text. `…` stands for any text. */
  | { readonly kind: 'output' }
  /** A part of a file in JSON. */
  | { readonly kind: 'json' }
  /** The log of the service contains lines with the same fields. */
  | { readonly kind: 'log' }
  /** The service accepts these variables. */
  | { readonly kind: 'settings' }
  /** PostgreSQL accepts these statements, in a transaction that is rolled back. */
  | { readonly kind: 'sql' }
  /** The text of a file of the repository, which other tests run. */
  | { readonly kind: 'copy'; readonly path: string }
  /** The block cannot be run here. The reason begins with `needs`. */
  | { readonly kind: 'none'; readonly reason: string };

/** A code block of a page. */
export interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly action: Action;
  /** Commands for what the page presupposes, which readers do not see. */
  readonly before: string;
  /** Code around a program or around statements, which readers do not see. `// the block` is the place of the block. */
  readonly given: string;
}

/** A fence, with the comments directly above it. Blocks in lists are indented. */
const fence =
  /(?<comments>(?:^ *<!-- (?:terminal|save|same|run|needs|before|given)(?:(?!-->)[\s\S])*-->\n)*)^(?<indent> *)```(?<language>\w*)\n(?<text>[\s\S]*?)^\k<indent>```$/gm;

const byLanguage: Readonly<Record<string, Action>> = {
  sh: { kind: 'shell', terminal: 'main' },
  js: { kind: 'program' },
  ts: { kind: 'program' },
  sql: { kind: 'sql' },
  json: { kind: 'json' },
  '': { kind: 'output' },
};

/** Comments that replace what the language of a block says. */
const directives: readonly (readonly [form: RegExp, action: (...groups: string[]) => Action])[] = [
  [/^needs .+$/, (reason) => ({ kind: 'none', reason })],
  [/^save (\S+)$/, (_all, name = '') => ({ kind: 'file', name })],
  [/^same as (\S+)$/, (_all, path = '') => ({ kind: 'copy', path })],
  [
    /^run as (output|log|settings)$/,
    (_all, kind) => ({ kind: kind === 'log' || kind === 'settings' ? kind : 'output' }),
  ],
  [/^terminal (\w+)$/, (_all, terminal = '') => ({ kind: 'shell', terminal })],
  [/^terminal (\w+) until "(.+)"$/, (_all, terminal = '', until = '') => ({ kind: 'shell', terminal, until })],
];

/** Returns the action of a directive, or undefined if no directive has this form. */
function actionOf(directive: string): Action | undefined {
  for (const [form, action] of directives) {
    const found = form.exec(directive);
    if (found) return action(...found);
  }
  return undefined;
}

/**
 * Returns the code blocks of a page.
 * @throws {Error} if the runner does not know what to do with a block.
 */
export function blocksOf(page: string, markdown: string): readonly Block[] {
  const fences = [...markdown.matchAll(fence)].filter(({ groups }) => groups?.['language'] !== 'text');
  return fences.map((found) => {
    const { comments = '', indent = '', language = '', text = '' } = found.groups ?? {};
    const line = markdown.slice(0, found.index + found[0].indexOf('```')).split('\n').length;
    const notes = [...comments.matchAll(/<!-- ([\s\S]*?)\s*-->/g)].map(([, note = '']) => note);
    const noteOf = (name: string): string =>
      notes.flatMap((note) => (note.startsWith(name) ? note.slice(name.length).trim() : [])).join('\n');
    const [directive, ...more] = notes.filter((note) => !/^(?:before|given)\s/.test(note));
    const action = directive === undefined ? byLanguage[language] : actionOf(directive);
    if (action === undefined || more.length > 0)
      throw new Error(`${page}:${line}: the runner does not know how to run this block (${directive ?? language}).`);
    const outdented = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { page, line, language, text: outdented, action, before: noteOf('before'), given: noteOf('given') };
  });
}

/** Returns the number of code blocks of a page, with and without a known form, except plain text. */
export const countFences = (markdown: string): number =>
  (markdown.match(/^ *```/gm) ?? []).length / 2 - (markdown.match(/^ *```text$/gm) ?? []).length;

/** Reads the code blocks of a page. @param page its path in the repository */
export const readBlocks = (root: string, page: string): readonly Block[] =>
  blocksOf(page, readFileSync(join(root, page), 'utf8'));
