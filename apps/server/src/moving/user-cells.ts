import { importedUserFields } from '@portcullis/adapters-http/internal/routes/imports/imported-users';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { flagOf } from './audience.ts';
import { unescapeCell } from '@portcullis/adapters-http/internal/responses/spreadsheet-cells';

/** The columns of attributes begin with this text, followed by the name of the attribute. */
export const attributePrefix = 'attributes.';

/** Whether users have a column with this name. */
export const isUserColumn = (name: string): boolean =>
  name.startsWith(attributePrefix) || (name !== 'attributes' && importedUserFields.includes(name));

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const flag = (text: string): unknown => flagOf(text) ?? text;

/** How the texts of columns are read. Columns that are not listed are texts. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  emailVerified: flag,
  // A gender can be a number, or the text of a number, which is then in quotation marks.
  gender: (text) => (/^(?:\d|".*")$/.test(text) ? fromJson(text) : text),
  status: (text) => (/^\d$/.test(text) ? Number(text) : text),
  roles: (text) => text.split(/[\s,;|]+/).filter((code) => code !== ''),
};

const attributeReaders: Readonly<Record<AttributeDeclaration['type'], (text: string) => unknown>> = {
  string: (text) => text,
  number: fromJson,
  boolean: flag,
  'string[]': fromJson,
};

/**
 * Returns the fields of a user from the cells of a row. Empty cells are left out.
 * @param declarations the attributes of users, whose types decide how their cells are read
 */
export function userOfCells(
  cells: Readonly<Record<string, string>>,
  declarations: readonly AttributeDeclaration[],
): Readonly<Record<string, unknown>> {
  const filled = Object.entries(cells).filter(([, cell]) => cell !== '');
  const texts = filled.map(([column, cell]) => [column, unescapeCell(cell)] as const);
  const attributes = texts.flatMap(([column, text]) => {
    if (!column.startsWith(attributePrefix)) return [];
    const name = column.slice(attributePrefix.length);
    const type = declarations.find((each) => each.name === name)?.type ?? 'string';
    return [[name, attributeReaders[type](text)] as const];
  });
  const fields = texts
    .filter(([column]) => !column.startsWith(attributePrefix))
    .map(([column, text]) => [column, readers[column]?.(text) ?? text] as const);
  return { ...Object.fromEntries(fields), attributes: Object.fromEntries(attributes) };
}
