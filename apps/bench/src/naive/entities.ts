import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

type Row = Readonly<Record<string, unknown>>;

export interface User extends Row {
  readonly id: string;
  readonly status: number;
  readonly roles: Role[];
}

export interface Role extends Row {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly status: number;
  readonly permissions: Permission[];
  readonly menus: Menu[];
}

export interface Permission extends Row {
  readonly code: string;
  readonly status: number;
}

export interface Menu extends Row {
  readonly id: string;
  readonly parentId: string | null;
  readonly menuName: string;
  readonly routeName: string;
  readonly order: number;
}

export interface Tag extends Row {
  readonly id: string;
}

export interface Content extends Row {
  readonly tags: Tag[];
}

const id: EntitySchemaColumnOptions = { type: 'uuid', primary: true };
const text: EntitySchemaColumnOptions = { type: 'text', nullable: true };
const integer: EntitySchemaColumnOptions = { type: 'integer', nullable: true };
const flag: EntitySchemaColumnOptions = { type: 'boolean' };
const timestamp: EntitySchemaColumnOptions = { type: 'timestamptz', nullable: true };
const stamps = { createdAt: timestamp, updatedAt: timestamp };

const all = (type: EntitySchemaColumnOptions, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, type]));

const links = (target: string, table: string, own: string, other: string) => ({
  type: 'many-to-many' as const,
  target,
  joinTable: { name: table, joinColumn: { name: own }, inverseJoinColumn: { name: other } },
});

export const users = new EntitySchema<User>({
  name: 'users',
  columns: {
    id,
    ...all(text, 'email', 'username', 'nickName', 'phone'),
    gender: { type: 'jsonb', nullable: true },
    status: integer,
    ...stamps,
  },
  relations: { roles: links('roles', 'user_roles', 'user_id', 'role_id') },
});

export const roles = new EntitySchema<Role>({
  name: 'roles',
  columns: { id, ...all(text, 'code', 'name'), status: integer },
  relations: {
    permissions: links('permissions', 'role_permissions', 'role_id', 'permission_id'),
    menus: links('menus', 'role_menus', 'role_id', 'menu_id'),
  },
});

export const permissions = new EntitySchema<Permission>({
  name: 'permissions',
  columns: {
    id,
    ...all(text, 'code', 'name', 'description', 'resource', 'action'),
    isSystem: flag,
    status: integer,
    ...stamps,
  },
});

export const menus = new EntitySchema<Menu>({
  name: 'menus',
  columns: {
    id,
    parentId: { type: 'uuid', nullable: true },
    ...all(
      text,
      'routeName',
      'routePath',
      'menuName',
      'i18nKey',
      'icon',
      'localIcon',
      'component',
      'href',
      'activeMenu',
    ),
    ...all(integer, 'iconType', 'iconFontSize', 'order', 'menuType', 'fixedIndexInTab', 'status'),
    ...all(flag, 'hideInMenu', 'multiTab', 'keepAlive', 'constant'),
    query: { type: 'jsonb', nullable: true },
    ...stamps,
  },
});

export const tags = new EntitySchema<Tag>({ name: 'tags', columns: { id } });

export const contents = new EntitySchema<Content>({
  name: 'contents',
  columns: {
    id,
    ...all(text, 'title', 'slug', 'summary', 'editorType', 'contentMd', 'contentHtml', 'contentRaw', 'status'),
    categoryId: { type: 'uuid', nullable: true },
    authorId: { type: 'uuid', nullable: true },
    publishedAt: timestamp,
    ...stamps,
  },
  relations: { tags: links('tags', 'content_tags', 'content_id', 'tag_id') },
});
