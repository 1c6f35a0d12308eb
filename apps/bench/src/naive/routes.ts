import { json } from 'node:stream/consumers';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { In, type DataSource } from 'typeorm';
import { contents, permissions, roles, users, type Content, type Menu, type User } from './entities.ts';

type Node = Menu & { readonly children: Node[] };

const pageOf = ({ query }: Context) => ({
  skip: (Number(query['page']) - 1) * Number(query['pageSize']),
  take: Number(query['pageSize']),
});

const content = ({ tags, ...rest }: Content) => ({ ...rest, tagIds: tags.map(({ id }) => id) });

const permissionsOf = ({ roles: held }: User): readonly string[] => {
  const codes = held.flatMap((role) => (role.status === 1 ? role.permissions : []));
  return [...new Set(codes.filter(({ status }) => status === 1).map(({ code }) => code))].toSorted();
};

/** Adds the routes of the measured requests, except login. A few fields of the responses differ from Portcullis. */
export function routes(router: Router, source: DataSource, callerOf: (ctx: Context) => Promise<string>): void {
  const withRoles = async (id: string) =>
    source.getRepository(users).findOneOrFail({ where: { id }, relations: { roles: { permissions: true } } });

  const require = async (ctx: Context, code: string) => {
    const caller = await withRoles(await callerOf(ctx));
    if (caller.status !== 1 || !permissionsOf(caller).includes(code)) ctx.throw(403);
    return caller;
  };

  router.get('/auth/permissions', async (ctx) => {
    ctx.body = { permissions: permissionsOf(await withRoles(await callerOf(ctx))) };
  });

  router.get('/permissions', async (ctx) => {
    await require(ctx, 'permission.read');
    const order = { createdAt: 'asc', id: 'asc' } as const;
    const [items, total] = await source.getRepository(permissions).findAndCount({ ...pageOf(ctx), order });
    ctx.body = { items, total, page: Number(ctx.query['page']), pageSize: Number(ctx.query['pageSize']) };
  });

  router.get('/permissions/:id', async (ctx) => {
    await require(ctx, 'permission.read');
    ctx.body = await source.getRepository(permissions).findOneByOrFail({ id: ctx.params['id'] });
  });

  router.get('/users/:id', async (ctx) => {
    await withRoles(await callerOf(ctx));
    const relations = { roles: true };
    ctx.body = await source.getRepository(users).findOneOrFail({ where: { id: String(ctx.params['id']) }, relations });
  });

  router.get('/menus/user-routes', async (ctx) => {
    const where = { id: await callerOf(ctx) };
    const relations = { roles: { menus: true } };
    const caller = await source.getRepository(users).findOneOrFail({ where, relations });
    const granted = caller.roles.flatMap((role) => (role.status === 1 ? role.menus : []));
    ctx.body = treeOf([...new Map(granted.map((menu) => [menu.id, menu])).values()]);
  });

  router.get('/contents/slug/:slug', async (ctx) => {
    const where = { slug: ctx.params['slug'], status: 'PUBLISHED' };
    ctx.body = content(await source.getRepository(contents).findOneOrFail({ where, relations: { tags: true } }));
  });

  router.get('/contents', async (ctx) => {
    const [items, total] = await source.getRepository(contents).findAndCount({
      ...pageOf(ctx),
      where: { status: 'PUBLISHED' },
      order: { createdAt: 'desc', id: 'desc' },
      relations: { tags: true },
    });
    ctx.body = { items: items.map(content), total, page: Number(ctx.query['page']), pageSize: items.length };
  });

  router.put('/users/:id/roles', async (ctx) => {
    await require(ctx, 'user.update');
    const { roleIds }: { roleIds: string[] } = Object(await json(ctx.req));
    await source.transaction(async (db) => {
      const user = await db.findOneOrFail(users, {
        where: { id: String(ctx.params['id']) },
        relations: { roles: true },
      });
      await db.save(users, { ...user, roles: await db.findBy(roles, { id: In(roleIds) }) });
    });
    ctx.body = { userId: ctx.params['id'], roleIds, message: 'The roles of the user were replaced.' };
  });
}

function treeOf(menus: readonly Menu[]): readonly Node[] {
  const nodes = new Map(menus.map((menu): [string, Node] => [menu.id, { ...menu, children: [] }]));
  const roots: Node[] = [];
  for (const node of [...nodes.values()].toSorted((a, b) => a.order - b.order)) {
    (nodes.get(node.parentId ?? '')?.children ?? roots).push(node);
  }
  return roots;
}
