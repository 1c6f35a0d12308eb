// Writes the texts of the JSON files beside this file as modules in src/language/texts. The names and the parameters of
// the texts are those of the English file, so that a misspelt name and a missing parameter are compile-time errors. If
// another language lacks a text, or has one that English does not have, this ends with the names of these texts.
/// <reference types="node" />
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Part
 * @typedef {string | { readonly [name: string]: Entry }} Entry
 */

const languages = new URL('./', import.meta.url);
const target = new URL('../src/language/texts/', import.meta.url);

/** @type {(message: string) => Part[]} */
const parsed = (message) => parse(message, { ignoreTag: true, shouldParseSkeletons: false });

/** @type {(text: string) => string} */
const quoted = (text) => text.replaceAll(/[\\`]|\$\{/gu, String.raw`\$&`);

/**
 * Returns the parameters of a message with their types. Only numbers have plural forms.
 * @type {(parts: readonly Part[], found?: Map<string, string>) => Map<string, string>}
 */
function parametersOf(parts, found = new Map()) {
  for (const part of parts) {
    if (part.type === TYPE.plural) found.set(part.value, 'number');
    if (part.type === TYPE.argument || part.type === TYPE.select)
      found.set(part.value, found.get(part.value) ?? 'string | number');
    if (part.type === TYPE.plural || part.type === TYPE.select)
      for (const form of Object.values(part.options)) parametersOf(form.value, found);
  }
  return found;
}

/**
 * Returns the inside of a template literal. `number` is the parameter that a `#` shows.
 * @type {(parts: readonly Part[], tag: string, number?: string) => string}
 */
const templateOf = (parts, tag, number) => parts.map((part) => partOf(part, tag, number)).join('');

/** @type {(part: Part, tag: string, number?: string) => string} */
function partOf(part, tag, number) {
  if (part.type === TYPE.literal) return quoted(part.value);
  if (part.type === TYPE.argument) return `\${isolated(${part.value})}`;
  if (part.type === TYPE.pound) return `\${counted('${tag}', ${number})}`;
  if (part.type !== TYPE.plural && part.type !== TYPE.select)
    throw new Error('A text can have arguments, plural forms and choices, but no formats of numbers and times.');
  const forms = Object.entries(part.options).map(
    ([key, { value }]) => `'${key}': \`${templateOf(value, tag, part.value)}\``,
  );
  const call = part.type === TYPE.plural ? `plural('${tag}', ${part.value}` : `select(${part.value}`;
  return `\${${call}, { ${forms.join(', ')} })}`;
}

/**
 * Returns the source for a text, or for a group of texts.
 * @type {(entry: Entry, english: Entry | undefined, tag: string) => string}
 */
function sourceOf(entry, english, tag) {
  if (typeof entry === 'object') {
    const group = typeof english === 'object' ? english : {};
    const entries = Object.entries(entry).map(([name, each]) => `'${name}': ${sourceOf(each, group[name], tag)}`);
    return `{\n${entries.join(',\n')}\n}`;
  }
  const parts = parsed(entry);
  const template = `\`${templateOf(parts, tag)}\``;
  const known = typeof english === 'string' ? parametersOf(parsed(english)) : new Map();
  if (known.size === 0) return template;
  const types = [...known].map(([name, type]) => `readonly ${name}: ${type}`).join('; ');
  const used = [...parametersOf(parts).keys()].join(', ');
  return `(${used === '' ? '_values' : `{ ${used} }`}: { ${types} }): string => ${template}`;
}

/**
 * Returns what differs between a language and English: texts that only one of them has, and unknown parameters.
 * @type {(entry: Entry | undefined, english: Entry | undefined, path: string) => string[]}
 */
function differencesOf(entry, english, path) {
  if (entry === undefined) return [`${path} is missing`];
  if (english === undefined) return [`${path} is not in en.json`];
  if (typeof entry === 'object' && typeof english === 'object') {
    const names = new Set([...Object.keys(english), ...Object.keys(entry)]);
    return [...names].flatMap((name) => differencesOf(entry[name], english[name], `${path}/${name}`));
  }
  if (typeof entry === 'object' || typeof english === 'object') return [`${path} is a group in one of the files`];
  const known = parametersOf(parsed(english));
  const others = [...parametersOf(parsed(entry)).keys()].filter((name) => !known.has(name));
  return others.map((name) => `${path} has the parameter ${name}, which is not in en.json`);
}

/** @type {(file: string) => Entry} */
function read(file) {
  /** @type {Entry} */
  const entry = JSON.parse(readFileSync(new URL(file, languages), 'utf8'));
  return entry;
}

const english = read('en.json');
mkdirSync(target, { recursive: true });
for (const file of readdirSync(languages).filter((name) => name.endsWith('.json'))) {
  const tag = file.replace('.json', '');
  const texts = read(file);
  const differences = differencesOf(texts, english, '');
  if (differences.length > 0) throw new Error(`apps/console/languages/${file}:\n${differences.join('\n')}`);
  const body = sourceOf(texts, english, tag);
  const used = ['counted', 'isolated', 'plural', 'select'].filter((name) => body.includes(`\${${name}(`));
  const source = [
    `// Generated by languages/generate.js from ${file}.`,
    `import { ${used.join(', ')} } from '../forms.ts';`,
    `export const texts = ${body};`,
    '',
  ].join('\n');
  const copy = new URL(`${tag}.ts`, target);
  if (!existsSync(copy) || readFileSync(copy, 'utf8') !== source) writeFileSync(copy, source);
}
