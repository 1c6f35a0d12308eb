import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { root } from '../../test/architecture/files.ts';
import { aCategory, aContent, aMenu, aPermission, aRole, aTag } from '../../test/support/builders.ts';
import { until } from '../../test/support/machine.ts';
import { aPerson, type Service } from '../../test/support/service.ts';
import { upload } from '../../uploads/support/upload.ts';

/** @returns the paths of all screens in the files `screens.ts` of the console. */
export function declaredPaths(): readonly string[] {
  const files = ['screens.ts', 'screens/modules/screens.ts'];
  const sources = files.map((file) => readFileSync(join(root, 'apps/console/src', file), 'utf8'));
  const paths = [...sources.join('\n').matchAll(/(?:\bpath: |\bopened\(\s*)'([^']+)'/g)].map(([, path = '']) => path);
  expect(paths).to.include('/users/:id');
  return paths;
}

/** A picture of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Create = (service: Service) => Promise<{ readonly id: string }>;

const content = {
  contentMd: '# Heading\n\nText with `code`, a [link](https://example.com) and\n\n| a | table |\n|-|-|\n| 1 | 2 |',
};

/** Functions that create a resource for a screen, by the first segment of the screen's path. */
const createThing: Readonly<Record<string, Create>> = {
  users: aPerson,
  roles: ({ admin }) => aRole(admin, { permissionIds: [], menuIds: [] }),
  permissions: ({ admin }) => aPermission(admin),
  contents: ({ admin }) => aContent(admin, content),
  categories: ({ admin }) => aCategory(admin),
  tags: ({ admin }) => aTag(admin),
  menus: ({ admin }) => aMenu(admin),
  media: async ({ admin }) => (await upload(admin, dot, 'dot.png')).file ?? expect.fail('The file was refused.'),
  activity: async ({ admin }) => {
    await aTag(admin);
    const { data } = await admin.get<{ items: readonly { id: string }[] }>('/events');
    return data.items[0] ?? expect.fail('Creating a tag was not recorded.');
  },
  webhooks: async ({ admin }) => {
    const { data } = await admin.post<{ webhook: { id: string } }>('/webhooks', {
      url: 'https://receiver.example/events',
      types: ['*'],
    });
    const now = Date.now();
    const period = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now + 60_000).toISOString() };
    expect((await admin.post(`/webhooks/${data.webhook.id}/replay`, period)).status).to.equal(200);
    return data.webhook;
  },
};

/**
 * Creates a resource for each screen that needs one.
 * @returns the paths of all screens, and a path that no screen has
 */
export async function addressesOfAll(service: Service): Promise<readonly string[]> {
  const ids = new Map<string, string>();
  for (const [noun, create] of Object.entries(createThing)) ids.set(noun, (await create(service)).id);
  const idOf = (noun = ''): string => ids.get(noun) ?? expect.fail(`The tests cannot create ${noun}.`);
  const paths = declaredPaths().map((path) =>
    path.includes(':id') ? path.replace(':id', idOf(path.split('/')[1])) : path,
  );
  const [selected, removed] = [await aContent(service.admin), await aContent(service.admin)];
  await service.admin.delete(`/contents/${removed.id}`);
  return [
    ...paths,
    `/contents?selected=${selected.id}`,
    `/contents/bin?selected=${removed.id}`,
    `/menus?menu=${idOf('menus')}`,
    '/menus?menu=new',
    '/no-such-screen',
  ];
}

/** Creates an entry of `ownLabels`. @returns the paths of the screens that the console makes from the fields of a module */
export async function addressesOfLabels({ admin }: Service): Promise<readonly string[]> {
  const label = { name: 'A label', colour: '#336699', rank: 3, isShown: true, size: 'small', description: 'Text' };
  const { data } = await admin.post<{ id: string }>('/team/labels', label);
  return ['/modules/team/labels', `/modules/team/labels/${data.id}`];
}

/** Creates a preview link for a content. @returns the path and the fragment of the link */
export async function previewPath({ admin }: Service, contentId: string): Promise<string> {
  const link = await admin.post<{ token: string }>(`/contents/${contentId}/preview-links`, { expiresIn: '1h' });
  return `/admin/#preview=${link.data.token}`;
}

const isSettled = `document.querySelector('main h1') !== null
  && document.querySelector('p.state[role="status"], [aria-busy="true"]') === null`;

/** Waits until a screen shows its data. */
export const settled = (page: Page): Promise<void> =>
  until('the screen shows its data', () => page.evaluate<boolean>(isSettled), 30_000);

/** Opens a screen without a page load, like a click on a link. */
export async function goTo(page: Page, path: string): Promise<void> {
  const address = JSON.stringify(`/admin${path}`);
  await page.evaluate(`history.pushState(undefined, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`);
  await settled(page);
}
