import { createRequire } from 'node:module';
import type { LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';

/**
 * The languages that are highlighted, and the names authors write them by. A fixed list, never automatic detection: that
 * takes a second for 10 KB, and some grammars outside this list are quadratic.
 */
const aliasesByGrammar: Readonly<Record<string, readonly string[]>> = {
  bash: ['sh', 'zsh'],
  c: ['h'],
  cpp: ['c++', 'cc', 'cxx', 'hpp', 'h++'],
  csharp: ['cs', 'c#'],
  css: [],
  dart: [],
  diff: ['patch'],
  dockerfile: ['docker'],
  elixir: ['ex', 'exs'],
  erlang: ['erl'],
  go: ['golang'],
  graphql: ['gql'],
  groovy: [],
  haskell: ['hs'],
  http: ['https'],
  ini: ['toml'],
  java: ['jsp'],
  javascript: ['js', 'jsx', 'mjs', 'cjs'],
  json: ['jsonc', 'json5'],
  kotlin: ['kt', 'kts'],
  less: [],
  lua: [],
  makefile: ['make', 'mk'],
  markdown: ['md'],
  nginx: ['nginxconf'],
  objectivec: ['objc', 'obj-c'],
  perl: ['pl', 'pm'],
  php: [],
  plaintext: ['text', 'txt'],
  powershell: ['ps', 'ps1'],
  protobuf: ['proto'],
  python: ['py', 'gyp'],
  r: [],
  ruby: ['rb'],
  rust: ['rs'],
  scala: [],
  scss: [],
  shell: ['console', 'shellsession'],
  sql: [],
  swift: [],
  typescript: ['ts', 'tsx', 'mts', 'cts'],
  xml: ['html', 'xhtml', 'svg', 'rss', 'atom', 'plist'],
  yaml: ['yml'],
};

const grammarByName = new Map(
  Object.entries(aliasesByGrammar).flatMap(([grammar, aliases]) =>
    [grammar, ...aliases].map((name): [string, string] => [name, grammar]),
  ),
);

const require = createRequire(import.meta.url);

/** The grammar of a language as an author names it, loaded when first used; `undefined` when it is not known. */
export function grammarOf(name: string): string | undefined {
  const grammar = grammarByName.get(name.toLowerCase());
  if (grammar !== undefined && hljs.getLanguage(grammar) === undefined) {
    const language: LanguageFn = require(`highlight.js/lib/languages/${grammar}`);
    hljs.registerLanguage(grammar, language);
  }
  return grammar;
}
