// Writes the icons of names.txt, which the console shows for menus, and those of the navigation and the editor, to src/icons. The icons
// come from the packages @iconify-json/mdi, carbon, fluent, ic, material-symbols and ph. They are no dependencies, because
// they have 30 MB. To change the icons: install the packages in a directory, and run `node icons/choose.js DIRECTORY`.
/// <reference types="node" />
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @typedef {{ body: string, width?: number, height?: number }} Icon
 * @typedef {{ icons: Record<string, Icon>, aliases?: Record<string, { parent: string }>, width?: number, height?: number }} IconSet
 */

const [directory = '.'] = process.argv.slice(2);
/** @type {Map<string, IconSet>} */
const sets = new Map();

/** @type {(prefix: string) => IconSet} */
function setOf(prefix) {
  /** @type {IconSet} */
  const set =
    sets.get(prefix) ??
    JSON.parse(readFileSync(`${directory}/node_modules/@iconify-json/${prefix}/icons.json`, 'utf8'));
  sets.set(prefix, set);
  return set;
}

/** @type {(element: string, attribute: string) => string} */
const valueOf = (element, attribute) => new RegExp(` ${attribute}="([^"]*)"`, 'u').exec(element)?.[1] ?? '';

/**
 * Returns the path of an element of an icon, or none if the element is not visible.
 * @type {(element: string) => string[]}
 */
function shapeOf(element) {
  if (valueOf(element, 'fill') === 'none') return [];
  if (element.startsWith('<path')) return [valueOf(element, 'd')];
  const [x = 0, y = 0, r = 0] = ['cx', 'cy', 'r'].map((name) => Number(valueOf(element, name)));
  return [`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`];
}

/**
 * Returns the size of the square that holds the icon, and the shapes of its paths. Icons with other elements are omitted.
 * @type {(name: string) => [string, [number, string]][]}
 */
function entryOf(name) {
  const [prefix = '', local = ''] = name.split(':');
  const { icons, aliases = {}, width = 16, height = width } = setOf(prefix);
  const icon = icons[local] ?? icons[aliases[local]?.parent ?? ''];
  const paths = [...(icon?.body ?? '').matchAll(/<(?:path|circle)\b[^>]*>/gu)].flatMap(([element]) => shapeOf(element));
  const size = icon?.width ?? width;
  const isSquare = size === (icon?.height ?? height);
  if (paths.length === 0 || !isSquare || /<(?!\/?(?:path|circle|g)\b)/u.test(icon?.body ?? '')) {
    console.error(`Omitted: ${name}`);
    return [];
  }
  return [[name, [size, paths.join('')]]];
}

/** @type {(constant: string, file: string, names: readonly string[], about: string) => void} */
function write(constant, file, names, about) {
  const entries = Object.fromEntries([...new Set(names)].flatMap(entryOf));
  const source = [
    `/** ${about} Each has the size of its square and its path. Written by icons/choose.js. */`,
    `export const ${constant}: Readonly<Record<string, readonly [size: number, path: string]>> = ${JSON.stringify(entries)};`,
    '',
  ];
  writeFileSync(new URL(`../src/icons/${file}`, import.meta.url), source.join('\n'));
}

/** @type {(file: string) => string[]} */
const namesIn = (file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(/\s+/u)
    .filter(Boolean);

write(
  'menuIcons',
  'menu-icons.ts',
  namesIn('names.txt'),
  'The icons for menus, by the names that front ends with Iconify use.',
);
write('interfaceIcons', 'interface-icons.ts', namesIn('interface.txt'), 'The icons of the navigation.');
write('editorIcons', 'editor-icons.ts', namesIn('editor.txt'), 'The icons of the toolbar of an article.');
