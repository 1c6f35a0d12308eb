import { documentOf, documentVersion } from '@portcullis/domain/internal/access/access-control';
import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { missingContentPermissions } from '@portcullis/domain/internal/access/missing-built-in';
import type { Services } from '../wiring/services.ts';
import { addArticles } from './add-articles.ts';
import { demoMenus, demoRoles } from './menus.ts';
import { demoPeople } from './people.ts';
import { silent, type Progress } from './progress.ts';

export interface LoadDemoOptions {
  /** The actor who adds the demo data, for audit records and events. */
  readonly actor: Actor;
  /** The password of every demo user. */
  readonly password: string;
  readonly progress?: Progress;
}

/** Numbers of added resources. */
export interface LoadedDemo {
  readonly menus: number;
  readonly people: number;
  readonly articles: number;
}

/**
 * Adds the demo data that the installation does not have yet. Existing data is not changed, except that the role ADMIN
 * gets the added menus.
 */
export async function loadDemo(
  services: Services,
  { actor, password, progress = silent }: LoadDemoOptions,
): Promise<LoadedDemo> {
  const menus = await addMenus(services, actor);
  progress.sayAdded('Menus', menus);
  const people = await addPeople(services, { actor, password }, progress);
  return { menus, people, articles: await addArticles(services, actor, progress) };
}

/**
 * Adds the missing demo menus and roles, and the permissions for contents that these roles need, by importing one access
 * control document. The document also grants the added menus to the role ADMIN.
 */
async function addMenus(services: Services, actor: Actor): Promise<number> {
  const installed = documentOf(await services.accessControl.all());
  const menus = demoMenus.filter(({ routeName }) => installed.menus.every((menu) => menu.routeName !== routeName));
  const routeNames = new Set([...installed.menus, ...menus].map(({ routeName }) => routeName));
  const missing = demoRoles.filter(({ code }) => installed.roles.every((role) => role.code !== code));
  const permissions = missingContentPermissions(
    missing.flatMap((role) => role.permissions),
    installed.permissions,
  );
  const codes = new Set([...installed.permissions, ...permissions].map(({ code }) => code));
  const roles = missing.map((role) => ({
    ...role,
    permissions: role.permissions.filter((code) => codes.has(code)),
    menus: role.menus.filter((routeName) => routeNames.has(routeName)),
  }));
  const administrators = installed.roles
    .filter(({ code }) => code === administratorRole.code)
    .map((role) => ({ ...role, menus: [...role.menus, ...menus.map(({ routeName }) => routeName)] }));
  const document = { version: documentVersion, permissions, menus, roles: [...roles, ...administrators] } as const;
  await services.importAccessControl({ actor, document });
  return menus.length;
}

async function addPeople(
  services: Services,
  { actor, password }: Pick<LoadDemoOptions, 'actor' | 'password'>,
  { addEach }: Progress,
): Promise<number> {
  const users = services.users;
  const taken = await Promise.all(demoPeople.map(({ account }) => users.taken(account)));
  const people = demoPeople.filter((_person, index) => taken[index]?.username === false && !taken[index].email);
  const installed = await services.accessControl.all();
  await addEach('Users', people, ({ account, roles }) =>
    services.createUser({
      actor,
      account,
      password,
      roleIds: installed.roles.filter(({ code }) => roles.includes(code)).map(({ id }) => id),
    }),
  );
  return people.length;
}
