import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';

interface Grammar {
  /** Other names of the language. */
  readonly aliases?: readonly string[];
  /**
   * The grammars that this grammar embeds. Loading this grammar also loads the embedded grammars, so that the output
   * does not depend on earlier documents.
   */
  readonly embeds?: readonly string[];
}

/**
 * The supported languages. Languages are not detected automatically, because detection takes a second for 10 KB of
 * code. Grammars that take quadratic time are not included. `http` is not included either, because its grammar detects
 * the language of message bodies.
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

const grammarByName = new Map(
  Object.entries(grammars).flatMap(([grammar, { aliases = [] }]) =>
    [grammar, ...aliases].map((name): [string, string] => [name, grammar]),
  ),
);

/**
 * Returns the name of the grammar for a language, or `undefined` if the language is not supported. Upper and lower case
 * are equivalent.
 */
export const grammarOf = (name: string): string | undefined => grammarByName.get(name.toLowerCase());

const require = createRequire(import.meta.url);

/** Loads and compiles a grammar if necessary, and returns highlight.js. */
export function highlighterFor(grammar: string): HLJSApi {
  if (hljs.getLanguage(grammar) === undefined) {
    const language: LanguageFn = require(`highlight.js/lib/languages/${grammar}`);
    hljs.registerLanguage(grammar, language);
    for (const embedded of grammars[grammar]?.embeds ?? []) highlighterFor(embedded);
    // Highlighting an empty text compiles the grammar. If the grammar were compiled later, a time limit could stop the
    // compilation and leave an incomplete grammar.
    hljs.highlight('', { language: grammar });
  }
  return hljs;
}
