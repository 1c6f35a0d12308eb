import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { root } from '../../test/architecture/files.ts';
import { aPerson, unique, type Service } from '../../test/support/service.ts';

/** @returns the paths of the console's screens, as `apps/console/src/screens.ts` declares them. */
export function declaredPaths(): readonly string[] {
  const source = readFileSync(join(root, 'apps/console/src/screens.ts'), 'utf8');
  const paths = [...source.matchAll(/^\s+path: '([^']+)'/gm)].map(([, path = '']) => path);
  expect(paths).to.include('/users/:id');
  return paths;
}

type Create = (service: Service) => Promise<string>;

const createdBy =
  (path: string, body: () => object): Create =>
  async ({ admin }) => {
    const { status, message, data } = await admin.post<{ id: string }>(path, body());
    expect(status, message).to.equal(201);
    return data.id;
  };

/** How to create what the screens of one thing show, by the first part of their path. */
const createThing: Readonly<Record<string, Create>> = {
  users: async (service) => (await aPerson(service)).id,
  roles: createdBy('/roles', () => ({ code: unique('R').toUpperCase(), name: unique('Role ') })),
  permissions: createdBy('/permissions', () => ({
    code: `${unique('x')}.read`,
    name: unique('Permission '),
    resource: unique('x'),
    action: 'read',
  })),
  contents: createdBy('/contents', () => ({ title: unique('Content '), contentMd: '# Heading\n\nText with `code`.' })),
  categories: createdBy('/categories', () => ({ name: unique('Category ') })),
  tags: createdBy('/tags', () => ({ name: unique('tag') })),
  'audit-logs': auditRecord,
  audit: auditRecord,
};

async function auditRecord(service: Service): Promise<string> {
  const { data } = await service.admin.get<{ items: readonly { id: string }[] }>('/audit-logs');
  return data.items[0]?.id ?? expect.fail('There is no audit record.');
}

/** @returns an address for every screen, whose lists are not empty. */
export async function addressesOfAll(service: Service): Promise<readonly string[]> {
  const ids = new Map<string, string>();
  for (const noun of ['users', 'roles', 'permissions', 'contents', 'categories', 'tags']) {
    ids.set(noun, (await createThing[noun]?.(service)) ?? '');
  }
  const addresses: string[] = [];
  for (const path of declaredPaths()) {
    const noun = path.split('/')[1] ?? '';
    if (!path.includes(':id')) addresses.push(path);
    else addresses.push(path.replace(':id', ids.get(noun) ?? (await createThing[noun]?.(service)) ?? noun));
  }
  const { data: tree } = await service.admin.get<readonly { id: string }[]>('/menus/tree');
  return [...addresses, `/menus?menu=${tree[0]?.id}`, '/menus?menu=new', '/no-such-screen'];
}

/** Waits until a screen shows its data. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.getByText('Loading …').waitFor({ state: 'detached' });
  await page.getByText('正在加载…').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
}

/** Changes the screen as a click on a link would, without loading the page again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(undefined, '', '/admin${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await settled(page);
}
