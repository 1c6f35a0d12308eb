/**
 * The service that many teams would write instead: Koa, TypeORM entities with relations, class-validator, jose, argon2
 * and marked. It has the paths and bodies of Portcullis that the bench needs.
 */
import { createHash } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { Router, type RouterContext, type RouterMiddleware } from '@koa/router';
import { hash, verify } from '@node-rs/argon2';
import { IsOptional, IsString, IsUUID, MaxLength, MinLength, validate } from 'class-validator';
import { jwtVerify, SignJWT } from 'jose';
import Koa from 'koa';
import { marked } from 'marked';
import {
  BaseEntity,
  Column,
  CreateDateColumn,
  DataSource,
  Entity,
  In,
  JoinTable,
  ManyToMany,
  ManyToOne,
} from 'typeorm';
import { PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import { times, userNames } from './requests.ts';
import { password } from './service.ts';

class Row extends BaseEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @CreateDateColumn() createdAt!: Date;
  @UpdateDateColumn() updatedAt!: Date;
}
@Entity()
class Permission extends Row {
  @Column('text', { unique: true }) code!: string;
}
@Entity()
class Menu extends Row {
  @Column('text') routeName!: string;
  @Column('text') routePath!: string;
  @Column('integer') order!: number;
  @Column('uuid', { nullable: true }) parentId!: string | null;
}
@Entity()
class Role extends Row {
  @Column('text', { unique: true }) code!: string;
  @ManyToMany(() => Permission) @JoinTable() permissions!: Permission[];
  @ManyToMany(() => Menu) @JoinTable() menus!: Menu[];
}
@Entity()
class User extends Row {
  @Column('text', { unique: true }) username!: string;
  @Column('text', { unique: true }) email!: string;
  @Column('text', { select: false }) passwordHash!: string;
  @ManyToMany(() => Role) @JoinTable() roles!: Role[];
}
@Entity()
class Tag extends Row {
  @Column('text', { unique: true }) name!: string;
}
@Entity()
class Content extends Row {
  @Column('text') title!: string;
  @Column('text', { unique: true }) slug!: string;
  @Column('text', { nullable: true }) summary!: string | null;
  @Column('text') contentMd!: string;
  @Column('text') contentHtml!: string;
  @Column('text', { default: 'DRAFT' }) status!: string;
  @ManyToOne(() => User) author!: User;
  @ManyToMany(() => Tag) @JoinTable() tags!: Tag[];
}
@Entity()
class RefreshToken extends Row {
  @ManyToOne(() => User) user!: User;
}
@Entity()
class AuditRecord extends Row {
  @ManyToOne(() => User) user!: User;
  @Column('jsonb') payload!: object;
}

class ContentBody {
  @IsString() @MinLength(1) @MaxLength(255) title!: string;
  @IsString() @MinLength(1) @MaxLength(255) slug!: string;
  @IsOptional() @IsString() @MaxLength(2000) summary?: string;
  @IsString() contentMd!: string;
}
class TagBody {
  @IsString() @MinLength(1) @MaxLength(64) name!: string;
}
class RolesBody {
  @IsUUID('all', { each: true }) roleIds!: string[];
}

type Context = RouterContext<{ user: User }>;
type Middleware = RouterMiddleware<{ user: User }>;

async function bodyOf<Body extends object>(ctx: Context, type: new () => Body, isPartial = false): Promise<Body> {
  const body = Object.assign(new type(), await json(ctx.req));
  const errors = await validate(body, { whitelist: true, skipMissingProperties: isPartial });
  if (errors.length > 0) ctx.throw(400, errors.join('; '));
  return body;
}

const codesOf = ({ roles }: User) => [...new Set(roles.flatMap((role) => role.permissions.map(({ code }) => code)))];
const treeOf = (menus: readonly Menu[], parentId: string | null = null): object[] =>
  menus.filter((menu) => menu.parentId === parentId).map((menu) => ({ ...menu, children: treeOf(menus, menu.id) }));
const idOf = (ctx: Context) => String(ctx.params['id']);
const key = new TextEncoder().encode(process.env['JWT_SECRET']);

const authenticate: Middleware = async (ctx, next) => {
  const { payload } = await jwtVerify(ctx.get('authorization').replace('Bearer ', ''), key);
  const relations = { roles: { permissions: true } };
  ctx.state.user = await User.findOneOrFail({ where: { id: String(payload.sub) }, relations });
  await next();
};
const authorize = (code: string): Middleware[] => [
  authenticate,
  async (ctx, next) => {
    if (!codesOf(ctx.state.user).includes(code)) ctx.throw(403);
    await next();
  },
];
const audit = (ctx: Context, payload: object) => AuditRecord.create({ user: ctx.state.user, payload }).save();
const listPage = async (ctx: Context, type: typeof Row, options = {}) => {
  const [page, pageSize] = [Number(ctx.query['page'] ?? 1), Number(ctx.query['pageSize'] ?? 10)];
  const range = { skip: (page - 1) * pageSize, take: pageSize, order: { createdAt: 'desc' } } as const;
  const [items, total] = await type.findAndCount({ ...range, ...options });
  ctx.body = { items, total, page, pageSize };
};

const router = new Router<{ user: User }>({ prefix: '/api' });
router.post('/auth/login', async (ctx) => {
  const login: Record<string, string> = Object(await json(ctx.req));
  const select = { id: true, passwordHash: true } as const;
  const user = await User.findOneOrFail({ where: { username: String(login['username']) }, select });
  if (!(await verify(user.passwordHash, String(login['password'])))) ctx.throw(401);
  const { id: refreshToken } = await RefreshToken.create({ user }).save();
  const unsigned = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(user.id).setExpirationTime('12h');
  ctx.body = { user: { id: user.id }, token: { accessToken: await unsigned.sign(key), refreshToken } };
});
router.get('/auth/permissions', authenticate, (ctx) => {
  ctx.body = { permissions: codesOf(ctx.state.user) };
});
router.get('/menus/user-routes', authenticate, async (ctx) => {
  const query = { where: { id: ctx.state.user.id }, relations: { roles: { menus: true } } };
  const { roles } = await User.findOneOrFail(query);
  ctx.body = treeOf(roles.flatMap((role) => role.menus).toSorted((a, b) => a.order - b.order));
});
router.get('/users/:id', ...authorize('user.read'), async (ctx) => {
  ctx.body = await User.findOneOrFail({ where: { id: idOf(ctx) }, relations: { roles: true } });
});
router.put('/users/:id/roles', ...authorize('user.update'), async (ctx) => {
  const { roleIds } = await bodyOf(ctx, RolesBody);
  const user = await User.findOneOrFail({ where: { id: idOf(ctx) }, relations: { roles: true } });
  user.roles = await Role.findBy({ id: In(roleIds) });
  await user.save();
  await audit(ctx, { userId: user.id, roleIds });
  ctx.body = { userId: user.id, roleIds };
});
router.get('/tags', (ctx) => listPage(ctx, Tag));
router.post('/tags', ...authorize('tag.create'), async (ctx) => {
  const body = await bodyOf(ctx, TagBody);
  if (await Tag.existsBy({ name: body.name })) ctx.throw(409);
  ctx.body = await Tag.create({ ...body }).save();
});
const published = { status: 'PUBLISHED' };
const names = ['id', 'title', 'slug', 'summary', 'status', 'createdAt', 'updatedAt'];
const select = Object.fromEntries(names.map((name) => [name, true]));
router.get('/contents', (ctx) => listPage(ctx, Content, { where: published, select, relations: { tags: true } }));
router.get('/contents/slug/:slug', async (ctx) => {
  const where = { slug: String(ctx.params['slug']), ...published };
  ctx.body = await Content.findOneOrFail({ where, relations: { tags: true, author: true } });
});
router.post('/contents', ...authorize('content.create'), async (ctx) => {
  const body = await bodyOf(ctx, ContentBody);
  if (await Content.existsBy({ slug: body.slug })) ctx.throw(409);
  const contentHtml = await marked(body.contentMd);
  const content = await Content.create({ ...body, contentHtml, author: ctx.state.user }).save();
  await audit(ctx, { id: content.id });
  ctx.body = content;
});
router.post('/contents/:id/publish', ...authorize('content.update'), async (ctx) => {
  ctx.body = await Content.update({ id: idOf(ctx) }, published);
});
router.patch('/contents/:id', ...authorize('content.update'), async (ctx) => {
  const body = await bodyOf(ctx, ContentBody, true);
  const content = await Content.findOneByOrFail({ id: idOf(ctx) });
  Object.assign(content, body, body.contentMd !== undefined && { contentHtml: await marked(body.contentMd) });
  ctx.body = await content.save();
  await audit(ctx, { id: content.id });
});

const menu = (order: number, parentId: string | null) =>
  Menu.create({ routeName: `menu_${order}`, routePath: `/menu/${order}`, order, parentId }).save();

/** Creates the accounts of `createAccounts`. */
async function seed(): Promise<void> {
  const resources = ['user', 'role', 'menu', 'permission', 'project', 'content', 'tag'];
  const codes = resources.flatMap((resource) =>
    ['create', 'read', 'update', 'delete'].map((action) => `${resource}.${action}`),
  );
  const permissions = await Permission.save(codes.map((code) => Permission.create({ code })));
  const roots = await times(4, (n) => menu(n, null));
  const menus = [...roots, ...(await times(36, (n) => menu(4 + n, roots[n % 4]?.id ?? null)))];
  const roles = await Role.save([Role.create({ code: 'READER', permissions, menus }), Role.create({ code: 'EDITOR' })]);
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const userOf = (name: string) => User.create({ username: name, email: `${name}@example.com`, passwordHash, roles });
  await User.save(userNames.map(userOf));
}

const entities = [Permission, Menu, Role, User, Tag, Content, RefreshToken, AuditRecord];
const url = String(process.env['DATABASE_URL']);
await new DataSource({ type: 'postgres', url, entities, synchronize: true }).initialize();
await seed();
const app = new Koa();
app.use(async (ctx, next) => {
  await next();
  const data: unknown = ctx.body;
  ctx.body = { code: 0, success: true, data, message: 'Success', timestamp: new Date().toISOString() };
  if (ctx.method !== 'GET') return;
  ctx.etag = createHash('sha1').update(JSON.stringify(data)).digest('base64');
  if (ctx.fresh) ctx.status = 304;
});
app.use(router.routes());
app.listen(Number(process.env['PORT']), '127.0.0.1');
