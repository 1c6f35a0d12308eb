import { expect } from 'chai';
import { checkMenuPlace, directory, menuDefaults, menuLimits, page, viewMenu, type Menu } from '../src/menus/menu.ts';
import { aMenu, anId, refusalKind, refusalOf } from './support.ts';

describe('Menus', () => {
  it('§2.6 defaults: no name, Iconify icon, enabled, at order 0, every flag off, everything else empty', () => {
    expect(menuDefaults).to.deep.equal({
      menuName: '',
      i18nKey: null,
      iconType: 1,
      icon: null,
      localIcon: null,
      iconFontSize: null,
      order: 0,
      component: null,
      href: null,
      hideInMenu: false,
      activeMenu: null,
      multiTab: false,
      fixedIndexInTab: null,
      status: 1,
      keepAlive: false,
      constant: false,
      query: null,
    });
  });

  describe('§2.6 iconType rules', () => {
    type Icons = Pick<Menu, 'iconType' | 'icon' | 'localIcon'>;
    const table: readonly [string, Icons, Icons][] = [
      [
        'rule 1: with iconType 1 only icon is meaningful',
        { iconType: 1, icon: 'mdi:home', localIcon: null },
        { iconType: 1, icon: 'mdi:home', localIcon: null },
      ],
      [
        'rule 1: with iconType 1 localIcon is ignored',
        { iconType: 1, icon: null, localIcon: 'logo' },
        { iconType: 1, icon: null, localIcon: null },
      ],
      [
        'rule 2: with iconType 2 only localIcon is meaningful',
        { iconType: 2, icon: null, localIcon: 'logo' },
        { iconType: 2, icon: null, localIcon: 'logo' },
      ],
      [
        'rule 2: with iconType 2 icon is ignored',
        { iconType: 2, icon: 'mdi:home', localIcon: null },
        { iconType: 2, icon: null, localIcon: null },
      ],
      [
        'rule 3: iconType 1 returns icon if both are stored',
        { iconType: 1, icon: 'mdi:home', localIcon: 'logo' },
        { iconType: 1, icon: 'mdi:home', localIcon: null },
      ],
      [
        'rule 3: iconType 2 returns localIcon if both are stored',
        { iconType: 2, icon: 'mdi:home', localIcon: 'logo' },
        { iconType: 2, icon: null, localIcon: 'logo' },
      ],
    ];
    for (const [title, stored, viewed] of table) {
      it(title, () => expect(viewMenu(aMenu(stored))).to.include(viewed));
    }

    it('rule 4: iconType is returned', () => {
      expect(viewMenu(aMenu())).to.include({ iconType: 1 });
    });

    it('rule 3: icon and localIcon are both stored', () => {
      const stored = aMenu({ iconType: 2, icon: 'mdi:home', localIcon: 'logo' });
      viewMenu(stored);
      expect(stored).to.include({ icon: 'mdi:home', localIcon: 'logo' });
    });
  });

  it('§2.6 title: is menuName, or routeName if menuName is empty', () => {
    expect(viewMenu(aMenu({ menuName: 'Home', routeName: 'home' })).title).to.equal('Home');
    expect(viewMenu(aMenu({ menuName: '', routeName: 'home' })).title).to.equal('home');
  });

  it('returns every other field as it is stored', () => {
    const menu = aMenu({ menuName: 'Home', status: 2, query: [{ key: 'tab', value: 1 }], order: -3 });
    expect(viewMenu(menu)).to.deep.equal({ ...menu, title: 'Home' });
  });

  it('§4.5 PATCH, rule 3: a directory may not have a parent, but a page may', () => {
    const parentId = anId<'Menu'>(2);
    expect(refusalKind(() => checkMenuPlace({ menuType: directory, parentId }))).to.equal('directory-menu-has-parent');
    expect(refusalKind(() => checkMenuPlace({ menuType: directory, parentId: null }))).to.equal(undefined);
    expect(refusalKind(() => checkMenuPlace({ menuType: page, parentId }))).to.equal(undefined);
    expect(refusalKind(() => checkMenuPlace({ menuType: page, parentId: null }))).to.equal(undefined);
  });

  it('§4.5 PATCH, rule 3: the error names the field menuType', () => {
    const refusal = refusalOf(() => checkMenuPlace({ menuType: directory, parentId: anId(2) }));
    const message = 'A directory menu may not have a parent.';
    expect(refusal).to.include({ message });
    expect(refusal?.details).to.deep.equal([{ field: 'menuType', message }]);
  });

  it('refuses script URLs in href', () => {
    const { pattern } = menuLimits.href;
    for (const href of ['https://example.com/a?b#c', 'mailto:ada@example.com', '/docs', 'javascript-guide', '']) {
      expect(href).to.match(pattern);
    }
    for (const href of ['javascript:alert(1)', ' JavaScript:alert(1)', 'vbscript:x', 'data:text/html,x']) {
      expect(href).not.to.match(pattern);
    }
  });

  it('refuses control characters in href, which browsers remove before they parse the scheme', () => {
    for (const href of ['java\tscript:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)', '/a\u0000']) {
      expect(href).not.to.match(menuLimits.href.pattern);
    }
  });
});
