import { expect } from 'chai';
import fc from 'fast-check';
import { BusinessError, type Refusal } from '../src/shared/errors.ts';
import { isId, type Id } from '../src/shared/ids.ts';
import { suppliedBody, type Content } from '../src/contents/content.ts';
import { noSchedule } from '../src/contents/schedule.ts';
import { menuDefaults, page, type Menu } from '../src/menus/menu.ts';
import type { AttributeDeclaration } from '../src/conditions/user-attribute.ts';

// This package has no types of Node.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

/**
 * Generates any character. The unit `binary` of fast-check would first create a table of all characters, which takes a
 * second.
 */
export const anyCharacter = fc
  .nat(0x10_ffff)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

/** Returns a number of generated cases, or a size: a tenth unless `FULL_SIZE` is `yes`, as in `npm run test:all`. */
export const size = (full: number): number => (process.env['FULL_SIZE'] === 'yes' ? full : Math.ceil(full / 10));

/** Makes an id from a number. Ids sort in the order of their numbers. */
export function anId<Kind extends string>(number: number): Id<Kind> {
  const id = `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
  if (!isId<Kind>(id)) throw new RangeError(`${number} does not fit into an id`);
  return id;
}

/** Returns midnight UTC of a day in January 2026. */
export const aDay = (day: number): Date => new Date(Date.UTC(2026, 0, day));

/** Makes a menu: an enabled page at the root unless `given` says otherwise. */
export const aMenu = (given: Partial<Menu> = {}): Menu => ({
  ...menuDefaults,
  id: anId(1),
  parentId: null,
  routeName: 'home',
  routePath: '/home',
  menuType: page,
  version: 1,
  createdAt: aDay(1),
  updatedAt: aDay(1),
  ...given,
});

/** Makes a content: a draft that was never published unless `given` says otherwise. */
export const aContent = (given: Partial<Content> = {}): Content => ({
  id: anId(1),
  title: 'A title',
  slug: 'a-title',
  summary: null,
  editorType: 'MARKDOWN',
  contentMd: '# A title',
  ...suppliedBody(null),
  contentRaw: null,
  categoryId: null,
  coverId: null,
  status: 'DRAFT',
  publishedAt: null,
  ...noSchedule,
  authorId: null,
  version: 1,
  createdAt: aDay(1),
  updatedAt: aDay(1),
  ...given,
});

/** Returns the `BusinessError` that `action` throws, or `undefined` if it throws nothing. Rethrows any other error. */
export function refusalOf(action: () => void): BusinessError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof BusinessError) return error;
    throw error;
  }
}

/** Returns only the reason of the `BusinessError` that `action` throws. */
export const refusalKind = (action: () => void): Refusal | undefined => refusalOf(action)?.refusal;

/** Declares an attribute of users: a text that its user can read and change unless `given` says otherwise. */
export const declaration = (given: Partial<AttributeDeclaration> = {}): AttributeDeclaration => ({
  name: 'department',
  label: 'Department',
  type: 'string',
  values: null,
  readableBy: 'self',
  writableBy: 'self',
  ...given,
});

/** Returns the places of the errors in declarations or values of attributes. */
export function placesOf(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof BusinessError) || !Array.isArray(error.details)) throw error;
    expect(error.refusal).to.equal('attributes-unacceptable');
    return error.details.map(({ field }: { readonly field: string }) => field);
  }
}
