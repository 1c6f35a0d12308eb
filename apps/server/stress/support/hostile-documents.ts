const megabyte = 2 ** 20;

const repeated = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));

/**
 * A table whose rows lack 65,160 cells. This is slightly below the limit of markdown-it's own rule for tables (65,536).
 */
const incompleteTable = `${'|a'.repeat(181)}|\n${'|-'.repeat(181)}|\n${'b\n'.repeat(362)}\n`;

export const incompleteTables: Readonly<Record<string, string>> = {
  '31 KB': incompleteTable.repeat(21),
  '87 KB': incompleteTable.repeat(60),
};

const languages =
  'bash c cpp csharp css dart diff dockerfile elixir erlang go graphql haskell http ini java javascript json kotlin latex less lua makefile markdown matlab nginx objectivec perl php plaintext powershell python r ruby rust scala scss shell sql swift typescript xml yaml';

const small = 31 * 1024;

/** When Markdown was still converted on the event loop, each of these documents blocked it for 54 ms or more. */
export const smallDocuments: readonly string[] = [
  `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n`,
  repeated(`${'>'.repeat(100)} a\n${'lazy\n'.repeat(50)}\n`, small),
  '!['.repeat(small / 2),
  '['.repeat(small),
  '#\n'.repeat(small / 2),
  repeated('<b>a@b.c ', small),
  repeated(`${'* '.repeat(49)}a\n`, small),
  languages
    .split(' ')
    .map((language) => `\`\`\`${language}\nx\n\`\`\`\n`)
    .join(''),
];

const large = 9.9 * megabyte;

/** For each kind of ordinary text, a document that is slightly smaller than the maximum size. */
export const largeDocuments: Readonly<Record<string, string>> = {
  prose: repeated('Some *text* with `code` and 中文, enough of it to fill a line.\n\n', large),
  tables: repeated(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(100)}\n`, large),
  'raw HTML': repeated('<div class="a"><b>bold</b> and <i title="t">italic</i></div>\n\n', large),
  code: repeated('```ts\nconst answer: number = 42;\n```\n\n', large),
  links: repeated('[a link](https://example.com/a/path "title") and https://example.com\n\n', large),
};

export const unclosedHtml: Readonly<Record<string, string>> = {
  '64 KB': repeated('x<b>', megabyte / 16),
  '256 KB': repeated('x<b>', megabyte / 4),
  '1 MB': repeated('x<b>', megabyte),
  '10 MB': repeated('x<b>', 10 * megabyte - 16),
};

/** Returns HTML for a content whose response has about `megabytes` MB. */
export const richText = (megabytes: number): string => repeated('<p>Some text of a page.</p>\n', megabytes * megabyte);
