import { $t } from '@/locales';
import { textOf } from './texts';

/** The i18n keys of the form labels, by the names of the fields in the service. */
const keys: Record<string, App.I18n.I18nKey> = {
  username: 'page.manage.user.userName',
  email: 'page.manage.user.userEmail',
  phone: 'page.manage.user.userPhone',
  nickName: 'page.manage.user.nickName',
  gender: 'page.manage.user.userGender',
  status: 'page.manage.user.userStatus',
  roles: 'page.manage.user.userRole',
  menus: 'page.manage.role.menuAuth',
  code: 'page.manage.role.roleCode',
  name: 'page.manage.role.roleName',
  description: 'page.manage.role.roleDesc',
  menuName: 'page.manage.menu.menuName',
  routeName: 'page.manage.menu.routeName',
  routePath: 'page.manage.menu.routePath',
  component: 'page.manage.menu.page',
  i18nKey: 'page.manage.menu.i18nKey',
  icon: 'page.manage.menu.icon',
  localIcon: 'page.manage.menu.icon',
  order: 'page.manage.menu.order',
  href: 'page.manage.menu.href',
  activeMenu: 'page.manage.menu.activeMenu',
  fixedIndexInTab: 'page.manage.menu.fixedIndexInTab',
  query: 'page.manage.menu.query'
};

/** Returns the label that precedes the service's message about a field; undefined if the field has no label. */
export function labelOf(field: string): string | undefined {
  if (field === 'password' || field === 'newPassword' || field === 'currentPassword' || field === 'permissions') {
    return textOf(field);
  }

  return keys[field] && $t(keys[field]);
}
