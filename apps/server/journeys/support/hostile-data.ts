import { unique, type Service } from '../../test/support/service.ts';
import { hostileTexts, scriptTexts } from './hostile-texts.ts';

type Body = (text: string, number: number) => object;

/**
 * Functions that return a request body, by the first segment of the resource's path. The body contains a hostile text
 * in fields that accept any text.
 */
const bodies: Readonly<Record<string, Body>> = {
  roles: (text, number) => ({ code: `${unique('H').toUpperCase()}${number}`, name: text, description: text }),
  permissions: (text) => ({
    code: unique('hostile.'),
    name: text,
    description: text,
    resource: 'hostile',
    action: 'x',
  }),
  menus: (text) => ({ routeName: unique('hostile'), routePath: '/x', menuType: 2, menuName: text, i18nKey: text }),
  contents: (text) => ({ title: text, summary: text, contentMd: text }),
  categories: (text) => ({ name: text, description: text }),
  tags: (text) => ({ name: text, description: text }),
};

/** @returns the ids of the created resources. The service rejects some names, because they exist or are not allowed. */
async function createEach({ admin }: Service, noun: string, body: Body): Promise<readonly string[]> {
  const ids: string[] = [];
  const create = async (text: string, number: number): Promise<void> => {
    const { status, data } = await admin.post<{ id: string }>(`/${noun}`, body(text, number));
    if (status === 201) ids.push(data.id);
  };
  // The texts with scripts are created last, because lists show the newest resources first.
  for (let first = 0; first < hostileTexts.length; first += 20) {
    await Promise.all(hostileTexts.slice(first, first + 20).map((text, index) => create(text, first + index)));
  }
  return ids;
}

/** Inserts users with hostile nicknames by SQL. With the API, hashing the passwords would take half a minute. */
const createUsers = ({ server }: Service): Promise<unknown> =>
  server.database.pool.query(
    `INSERT INTO users (id, email, email_key, username, username_key, nick_name, password_hash, status, created_at, updated_at)
     SELECT gen_random_uuid(), name || '@x', name || '@x', name, name, nick_name, '-', 1, now(), now()
     FROM (SELECT 'hostile-' || row_number() OVER () AS name, value AS nick_name FROM jsonb_array_elements_text($1)) AS texts`,
    [JSON.stringify(hostileTexts)],
  );

/**
 * @returns the ids of the created resources except users, by the first segment of their path. The last content contains
 * all texts.
 */
export async function createHostileData(service: Service): Promise<Readonly<Record<string, readonly string[]>>> {
  await createUsers(service);
  const ids: Record<string, readonly string[]> = {};
  for (const [noun, body] of Object.entries(bodies)) ids[noun] = await createEach(service, noun, body);
  const all = { title: scriptTexts[0], contentMd: hostileTexts.join('\n\n') };
  const { data } = await service.admin.post<{ id: string }>('/contents', all);
  ids['contents'] = [...(ids['contents'] ?? []), data.id];
  return ids;
}
