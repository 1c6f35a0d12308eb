import { unique } from '../../test/support/service.ts';
import type { Tokens } from '../../test/support/sessions.ts';
import type { Clients } from './clients.ts';
import type { Scenario } from './scenario.ts';
import { randomItem, inTurn, markdown, type Renewed, type SoakData } from './site.ts';

interface Made {
  readonly id: string;
}

const menu = () => {
  const routeName = unique('soak-');
  return { routeName, routePath: `/${routeName}`, menuType: 2 };
};

/** Returns scenarios that write. They delete the resources that they create, so that lists and trees do not grow. */
export function writes(site: SoakData, clients: Clients): readonly Scenario[] {
  const { api, administrators } = site;
  const setter = inTurn(administrators);
  const renewer = inTurn([...administrators, site.visitor]);
  const by = () => randomItem(administrators).api;

  const content = (kilobytes: number) => async (): Promise<void> => {
    const tagIds = site.tags.slice(0, 4).map(({ id }) => id);
    const body = { title: unique('Soak '), contentMd: markdown(kilobytes), tagIds };
    const { id } = await clients.send<Made>(by(), 'POST /contents', { status: 201, body });
    await clients.send(by(), `PATCH /contents/${id}`, { body: { contentMd: markdown(kilobytes), tagIds: [] } });
    await clients.send(by(), `POST /contents/${id}/publish`);
    await clients.send(api, `GET /contents/${id}`);
    await clients.send(by(), `DELETE /contents/${id}`);
  };
  const made = (path: string, body: () => object, change: object) => async (): Promise<void> => {
    const { id } = await clients.send<Made>(by(), `POST ${path}`, { status: 201, body: body() });
    await clients.send(by(), `PATCH ${path}/${id}`, { body: change });
    await clients.send(by(), `DELETE ${path}/${id}`);
  };
  const role = async (): Promise<void> => {
    const code = unique('SOAK_').toUpperCase();
    const { id } = await clients.send<Made>(by(), 'POST /roles', { status: 201, body: { code, name: code } });
    await clients.send(by(), `POST /roles/${id}/permissions`, { body: { permissionIds: [] } });
    await clients.send(by(), `DELETE /roles/${id}`);
  };
  const setRoles = async (): Promise<void> => {
    const roleIds = Math.random() < 0.5 ? [] : [randomItem(site.roleIds)];
    await clients.send(setter().api, `PUT /users/${site.person.id}/roles`, { body: { roleIds } });
  };
  const visit = async (): Promise<void> => {
    const username = unique('soak-');
    const account = { username, email: `${username}@example.com`, password: `password-${username}` };
    const { id } = await clients.send<Made>(api, 'POST /auth/register', { status: 201, body: account });
    const { token } = await clients.send<{ token: Tokens }>(api, 'POST /auth/login', { body: account });
    const person = api.as(token.accessToken);
    await clients.send(person, 'PATCH /auth/profile', { body: { nickName: 'Soaked' } });
    const { refreshToken } = token;
    await clients.send(api, 'POST /auth/refresh', { body: { refreshToken } });
    await clients.send(person, 'POST /auth/logout', { body: {} });
    await clients.send(by(), `DELETE /users/${id}`);
  };
  const logIn = async (): Promise<void> => {
    const { token } = await clients.send<{ token: Tokens }>(api, 'POST /auth/login', { body: site.person });
    await clients.send(api.as(token.accessToken), 'POST /auth/logout', { body: {} });
  };
  return [
    { weight: 3, run: content(2) },
    // The service converts Markdown of 100 KB in the threads for large documents.
    { weight: 0.3, run: content(100) },
    { weight: 3, run: made('/tags', () => ({ name: unique('Soak ') }), { description: 'Soaked' }) },
    { weight: 2, run: made('/categories', () => ({ name: unique('Soak ') }), { description: 'Soaked' }) },
    { weight: 2, run: made('/menus', menu, { order: 3 }) },
    { weight: 1, run: role },
    { weight: 2, run: setRoles },
    { weight: 2, run: visit },
    { weight: 3, run: logIn },
    { weight: 4, run: () => renew(clients, site, renewer()) },
  ];
}

async function renew(clients: Clients, { api }: SoakData, person: Renewed): Promise<void> {
  const { refreshToken } = person.tokens;
  const { token } = await clients.send<{ token: Tokens }>(api, 'POST /auth/refresh', { body: { refreshToken } });
  Object.assign(person, { tokens: token, api: api.as(token.accessToken) });
}
