import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';

interface Grammar {
  /** What authors call it, beside its own name. */
  readonly aliases?: readonly string[];
  /** Grammars it colours parts of a block with: they are loaded with it, or its output would depend on what came before. */
  readonly embeds?: readonly string[];
}

/**
 * The languages that are highlighted. A fixed list, never automatic detection: that takes a second for 10 KB, and some
 * grammars outside this list are quadratic. `http` is not among them, since its grammar detects the language of bodies.
 */
const grammars: Readonly<Record<string, Grammar>> = {
  bash: { aliases: ['sh', 'zsh'] },
  c: { aliases: ['h'] },
  cpp: { aliases: ['c++', 'cc', 'cxx', 'hpp', 'h++'] },
  csharp: { aliases: ['cs', 'c#'] },
  css: {},
  dart: { embeds: ['markdown'] },
  diff: { aliases: ['patch'] },
  dockerfile: { aliases: ['docker'], embeds: ['bash'] },
  elixir: { aliases: ['ex', 'exs'] },
  erlang: { aliases: ['erl'] },
  go: { aliases: ['golang'] },
  graphql: { aliases: ['gql'] },
  groovy: {},
  haskell: { aliases: ['hs'] },
  ini: { aliases: ['toml'] },
  java: { aliases: ['jsp'] },
  javascript: { aliases: ['js', 'jsx', 'mjs', 'cjs'], embeds: ['xml', 'css', 'graphql'] },
  json: { aliases: ['jsonc', 'json5'] },
  kotlin: { aliases: ['kt', 'kts'] },
  less: {},
  lua: {},
  makefile: { aliases: ['make', 'mk'] },
  markdown: { aliases: ['md'], embeds: ['xml'] },
  nginx: { aliases: ['nginxconf'] },
  objectivec: { aliases: ['objc', 'obj-c'] },
  perl: { aliases: ['pl', 'pm'] },
  php: {},
  plaintext: { aliases: ['text', 'txt'] },
  powershell: { aliases: ['ps', 'ps1'] },
  protobuf: { aliases: ['proto'] },
  python: { aliases: ['py', 'gyp'] },
  r: {},
  ruby: { aliases: ['rb'] },
  rust: { aliases: ['rs'] },
  scala: {},
  scss: {},
  shell: { aliases: ['console', 'shellsession'], embeds: ['bash'] },
  sql: {},
  swift: {},
  typescript: { aliases: ['ts', 'tsx', 'mts', 'cts'], embeds: ['xml', 'css', 'graphql'] },
  xml: { aliases: ['html', 'xhtml', 'svg', 'rss', 'atom', 'plist'], embeds: ['css', 'javascript'] },
  yaml: { aliases: ['yml'], embeds: ['ruby'] },
};

/** The names of all grammars. */
export const grammarNames: readonly string[] = Object.keys(grammars);

const grammarByName = new Map(
  Object.entries(grammars).flatMap(([grammar, { aliases = [] }]) =>
    [grammar, ...aliases].map((name): [string, string] => [name, grammar]),
  ),
);

/** The grammar of a language as an author names it, in any case; `undefined` when it is not known. */
export const grammarOf = (name: string): string | undefined => grammarByName.get(name.toLowerCase());

const require = createRequire(import.meta.url);

/** highlight.js with a grammar, which is loaded and compiled at its first use. */
export function highlighterFor(grammar: string): HLJSApi {
  if (hljs.getLanguage(grammar) === undefined) {
    const language: LanguageFn = require(`highlight.js/lib/languages/${grammar}`);
    hljs.registerLanguage(grammar, language);
    for (const embedded of grammars[grammar]?.embeds ?? []) highlighterFor(embedded);
    // Compiled here and now: a time limit must not strike halfway and leave half a grammar behind.
    hljs.highlight('', { language: grammar });
  }
  return hljs;
}
