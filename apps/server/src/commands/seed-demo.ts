import { createUser, importAccessControl } from '@portcullis/application';
import { administratorRole, documentOf, documentVersion } from '@portcullis/domain';
import type { Container } from 'inversify';
import { addArticles } from './demo/add-articles.ts';
import { demoMenus, demoRoles } from './demo/menus.ts';
import { demoPeople } from './demo/people.ts';
import { operator } from './operator.ts';
import { useCaseOf, valueOf } from '../wiring/provide.ts';
import * as ports from '../wiring/ports.ts';
import { choosePassword, type PasswordOptions } from './password.ts';
import { addEach, sayAdded } from './progress.ts';
import { say } from './say.ts';
import { withService } from './with-service.ts';

/** Adds what the demo has and the installation has not; what is there stays as it is. */
export async function seedDemo(options: PasswordOptions): Promise<void> {
  const { password, note } = await choosePassword(options);
  await withService(async (container) => {
    const menus = await addMenus(container);
    const people = await addPeople(container, password);
    const articles = await addArticles(container);
    if (menus + people + articles === 0) say('The demo is there already: nothing to add.');
    if (people > 0) sayAccounts(note);
  });
}

/** Who can log in now, and what to do next. */
function sayAccounts(passwordNote: string): void {
  const [editor, , , analyst] = demoPeople.map(({ account }) => account.username);
  say('');
  say(`Demo users  ${editor} (editor), ${analyst} (analyst) and ${demoPeople.length - 2} more`);
  say(`Password    ${passwordNote}   the same for all of them`);
  say('Next        Start the service (npm start) unless it is running, and log in as one of them.');
}

/** Menus and roles of the demo come as a document that is imported; administrators see all of its menus. */
async function addMenus(container: Container): Promise<number> {
  const installed = documentOf(await valueOf(container, ports.ACCESS_CONTROL_VIEWS).all());
  const menus = demoMenus.filter(({ routeName }) => installed.menus.every((menu) => menu.routeName !== routeName));
  const routeNames = new Set([...installed.menus, ...menus].map(({ routeName }) => routeName));
  const codes = new Set(installed.permissions.map(({ code }) => code));
  const roles = demoRoles
    .filter(({ code }) => installed.roles.every((role) => role.code !== code))
    .map((role) => ({
      ...role,
      permissions: role.permissions.filter((code) => codes.has(code)),
      menus: role.menus.filter((routeName) => routeNames.has(routeName)),
    }));
  const administrators = installed.roles
    .filter(({ code }) => code === administratorRole.code)
    .map((role) => ({ ...role, menus: [...role.menus, ...menus.map(({ routeName }) => routeName)] }));
  const document = { version: documentVersion, permissions: [], menus, roles: [...roles, ...administrators] } as const;
  await useCaseOf(container, importAccessControl)({ document, isDryRun: false });
  sayAdded('Menus', menus.length);
  return menus.length;
}

async function addPeople(container: Container, password: string): Promise<number> {
  const users = valueOf(container, ports.USER_VIEWS);
  const taken = await Promise.all(demoPeople.map(({ account }) => users.taken(account)));
  const people = demoPeople.filter((_person, index) => taken[index]?.username === false && !taken[index].email);
  const installed = await valueOf(container, ports.ACCESS_CONTROL_VIEWS).all();
  const actor = operator('seed demo');
  await addEach('Users', people, ({ account, roles }) =>
    useCaseOf(
      container,
      createUser,
    )({
      actor,
      account,
      password,
      roleIds: installed.roles.filter(({ code }) => roles.includes(code)).map(({ id }) => id),
    }),
  );
  return people.length;
}
