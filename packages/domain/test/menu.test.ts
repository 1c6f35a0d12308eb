import { expect } from 'chai';
import { checkMenuPlace, directory, menuDefaults, menuLimits, page, viewMenu, type Menu } from '../src/menu.ts';
import { aMenu, anId, refusalKind, refusalOf } from './support.ts';

describe('Menu', () => {
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
        'rule 1: with iconType 1 a lone localIcon stands for nothing',
        { iconType: 1, icon: null, localIcon: 'logo' },
        { iconType: 1, icon: null, localIcon: null },
      ],
      [
        'rule 2: with iconType 2 only localIcon is meaningful',
        { iconType: 2, icon: null, localIcon: 'logo' },
        { iconType: 2, icon: null, localIcon: 'logo' },
      ],
      [
        'rule 2: with iconType 2 a lone icon stands for nothing',
        { iconType: 2, icon: 'mdi:home', localIcon: null },
        { iconType: 2, icon: null, localIcon: null },
      ],
      [
        'rule 3: of both, iconType 1 answers icon',
        { iconType: 1, icon: 'mdi:home', localIcon: 'logo' },
        { iconType: 1, icon: 'mdi:home', localIcon: null },
      ],
      [
        'rule 3: of both, iconType 2 answers localIcon',
        { iconType: 2, icon: 'mdi:home', localIcon: 'logo' },
        { iconType: 2, icon: null, localIcon: 'logo' },
      ],
    ];
    for (const [title, stored, answered] of table) {
      it(title, () => expect(viewMenu(aMenu(stored))).to.include(answered));
    }

    it('rule 4: iconType is answered', () => {
      expect(viewMenu(aMenu())).to.include({ iconType: 1 });
    });

    it('rule 3: both stay stored', () => {
      const stored = aMenu({ iconType: 2, icon: 'mdi:home', localIcon: 'logo' });
      viewMenu(stored);
      expect(stored).to.include({ icon: 'mdi:home', localIcon: 'logo' });
    });
  });

  it('§2.6 title: is menuName, or routeName where that is empty', () => {
    expect(viewMenu(aMenu({ menuName: 'Home', routeName: 'home' })).title).to.equal('Home');
    expect(viewMenu(aMenu({ menuName: '', routeName: 'home' })).title).to.equal('home');
  });

  it('answers every other field as it is kept', () => {
    const menu = aMenu({ menuName: 'Home', status: 2, query: [{ key: 'tab', value: 1 }], order: -3 });
    expect(viewMenu(menu)).to.deep.equal({ ...menu, title: 'Home' });
  });

  it('§4.5 PATCH, rule 3: a directory may not have a parent, a page may', () => {
    const parentId = anId<'Menu'>(2);
    expect(refusalKind(() => checkMenuPlace({ menuType: directory, parentId }))).to.equal('directory-menu-has-parent');
    expect(refusalKind(() => checkMenuPlace({ menuType: directory, parentId: null }))).to.equal(undefined);
    expect(refusalKind(() => checkMenuPlace({ menuType: page, parentId }))).to.equal(undefined);
    expect(refusalKind(() => checkMenuPlace({ menuType: page, parentId: null }))).to.equal(undefined);
  });

  it('§4.5 PATCH, rule 3: names menuType as the field at fault', () => {
    const refusal = refusalOf(() => checkMenuPlace({ menuType: directory, parentId: anId(2) }));
    const message = 'A directory menu may not have a parent.';
    expect(refusal).to.include({ message });
    expect(refusal?.details).to.deep.equal([{ field: 'menuType', message }]);
  });

  it('has an external link that runs no script', () => {
    const { pattern } = menuLimits.href;
    for (const href of ['https://example.com/a?b#c', 'mailto:ada@example.com', '/docs', 'javascript-guide', '']) {
      expect(href).to.match(pattern);
    }
    for (const href of ['javascript:alert(1)', ' JavaScript:alert(1)', 'vbscript:x', 'data:text/html,x']) {
      expect(href).not.to.match(pattern);
    }
  });

  it('has no control character in its link: browsers drop them, and a scheme comes to light', () => {
    for (const href of ['java\tscript:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)', '/a\u0000']) {
      expect(href).not.to.match(menuLimits.href.pattern);
    }
  });
});
