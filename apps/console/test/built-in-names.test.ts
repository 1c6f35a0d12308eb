import {
  builtInMenus,
  builtInPermissions,
  builtInRoles,
  contentPermissions,
} from '@portcullis/domain/internal/built-in';
import { expect } from 'chai';
import { texts as english } from '../src/language/texts/en.ts';
import { texts as chinese } from '../src/language/texts/zh.ts';

const permissions = [...builtInPermissions, ...contentPermissions];
const names = {
  roles: builtInRoles.map(({ code, name }) => [code, name] as const),
  permissions: permissions.map(({ code, name }) => [code, name] as const),
  menus: builtInMenus.map(({ routeName, menuName }) => [routeName, menuName ?? ''] as const),
};

describe('The names of what every installation has', () => {
  for (const kind of ['roles', 'permissions', 'menus'] as const) {
    it(`are the stored names of ${kind} in English, and others in Chinese`, () => {
      expect(english.builtIn[kind]).to.deep.equal(Object.fromEntries(names[kind]));
      const translated: Readonly<Record<string, string>> = chinese.builtIn[kind];
      expect(names[kind].filter(([code]) => !/\p{Script=Han}/u.test(translated[code] ?? ''))).to.deep.equal([]);
    });
  }

  it('cover the heads of the matrix of permissions', () => {
    for (const { builtIn } of [english, chinese]) {
      expect(builtIn.resources).to.include.all.keys(...permissions.map(({ resource }) => resource));
      expect(builtIn.actions).to.include.all.keys(...permissions.map(({ action }) => action));
    }
  });
});
