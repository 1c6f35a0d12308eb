import { subjectTypes } from '@portcullis/domain/internal/events/event-types';
import {
  anything,
  attributeDeclarations,
  attributes,
  batchIds,
  change,
  condition,
  dotted,
  email,
  eventTypes,
  focus,
  flag,
  gender,
  grants,
  permissionGrants,
  httpsUrl,
  ids,
  instant,
  integer,
  json,
  longParameter,
  longText,
  multiLine,
  none,
  timestamp,
  nullable,
  oneLine,
  oneOf,
  optional,
  protectedRoutes,
  repeated,
  required,
  text,
  textList,
  texts,
  uuid,
  versions,
  type Fields,
  type Kind,
} from './field-kinds.ts';

const status = oneOf(0, 1);
const username = oneLine(3, 64, { bad: ['with space', 'a/b', 'a@b', 'a\nb'] });
const description = multiLine(1000);

const profile: Fields = {
  email: optional(email),
  nickName: nullable(oneLine(0, 64)),
  phone: nullable(oneLine(3, 32, { of: '1', bad: ['phone', '123x', '1\n23'] })),
  gender: nullable(gender),
  attributes: optional(attributes),
};

const permission: Fields = {
  code: required(oneLine(1, 128)),
  name: required(oneLine(1, 128)),
  resource: required(oneLine(1, 64)),
  action: required(oneLine(1, 64)),
  description: nullable(description),
  status: optional(status),
};

const roleCode = oneLine(2, 64, { of: 'A', bad: ['lower', '1ST', '_A', 'A-B', 'A B', 'A\n'] });

const role: Fields = {
  code: required(roleCode),
  name: required(oneLine(1, 64)),
  description: nullable(description),
  status: optional(status),
  requiresFactor: optional(flag),
};

/**
 * The highest position of an event that a query parameter can contain, because numbers in query parameters have at most
 * 15 digits.
 */
const maxPosition = 10 ** 15 - 1;

const activity: Fields = {
  limit: optional(integer(1, 200)),
  before: optional(integer(1, maxPosition)),
  via: optional(oneOf('mcp')),
};

const feed: Fields = { categoryId: optional(uuid), tagId: optional(uuid), limit: optional(integer(1, 100)) };

const webhook: Fields = {
  url: required(httpsUrl(2048)),
  types: required(eventTypes(50)),
  description: nullable(description),
  enabled: optional(flag),
};

const nearInstant = { ...instant, good: [] };

const apiKey: Fields = {
  name: required(oneLine(1, 64)),
  permissions: optional(textList(200, ['user.read', 'role.read'])),
  readOnly: optional(flag),
  allowedAddresses: optional(textList(50, ['192.0.2.0/24', '::1'])),
  expiresAt: optional(nearInstant),
};

const menuType = oneOf(1, 2);
const menuStatus = oneOf(0, 1, 2);
const menuText = oneLine(0, 255);

const menu: Fields = {
  routeName: required(oneLine(1, 128)),
  routePath: required(oneLine(1, 255)),
  menuName: optional(oneLine(0, 128)),
  i18nKey: nullable(menuText),
  iconType: optional(oneOf(1, 2)),
  icon: nullable(menuText),
  localIcon: nullable(menuText),
  iconFontSize: nullable(integer(1, 256)),
  order: optional(integer()),
  menuType: required(menuType),
  component: nullable(menuText),
  href: nullable(oneLine(0, 2048, { bad: ['javascript:alert(1)', ' JavaScript:x', 'data:text/html,x', 'vbscript:x'] })),
  hideInMenu: optional(flag),
  activeMenu: nullable(menuText),
  multiTab: optional(flag),
  fixedIndexInTab: nullable(integer(0)),
  status: optional(menuStatus),
  keepAlive: optional(flag),
  constant: optional(flag),
  query: nullable(json),
};

/** The id of a parent menu. A missing value, null, '', 0 and '0' mean the root. */
const menuParent = { ...uuid, bad: uuid.bad.filter((value) => value !== '' && value !== '0') };

const content: Fields = {
  title: required(oneLine(1, 255)),
  slug: optional(oneLine(1, 255)),
  summary: nullable(multiLine(2000)),
  editorType: optional(oneOf('MARKDOWN', 'UPLOAD', 'RICHTEXT')),
  contentMd: nullable(longText),
  contentHtml: nullable(longText),
  contentRaw: nullable(longText),
  categoryId: nullable(uuid),
  coverId: nullable(uuid),
  tagIds: optional(ids),
};

const category: Fields = {
  name: required(oneLine(1, 128)),
  slug: optional(oneLine(1, 255)),
  description: nullable(description),
  parentId: nullable(uuid),
  order: optional(integer()),
};

const tag: Fields = {
  name: required(oneLine(1, 64)),
  slug: optional(oneLine(1, 255)),
  description: nullable(description),
};

const pagePart: Fields = { page: optional(integer(1)), pageSize: optional(integer(1, 100)) };

const page: Fields = {
  ...pagePart,
  sortOrder: optional(oneOf('asc', 'desc')),
};

const list: Fields = { ...page, search: optional(text(0, 255)), ids: optional(batchIds) };

const menuFilters: Fields = {
  status: optional(menuStatus),
  menuType: optional(menuType),
  parentId: optional(uuid),
  constant: optional(flag),
};

const lifetime: Kind = {
  good: ['1h', '168h', '1d', '7d'],
  bad: [1, null, {}, '', 'h', '0h', '169h', '8d', '1m', '01h', '1h ', '1H'],
  parameters: none,
};

const holders: Fields = { limit: optional(integer(1, 100)), after: optional(uuid), total: optional(flag) };

interface Parts {
  readonly body?: Fields;
  readonly query?: Fields;
}

/**
 * The fields of every body and query. This table is written by hand from docs/interface.md §2 and §4, so that it is
 * independent of the validators.
 */
export const fieldTable: Readonly<Record<string, Parts>> = {
  'POST /auth/register': {
    body: {
      email: required(email),
      username: required(username),
      password: required(longText),
      role: nullable(anything),
      roles: nullable(anything),
      roleCodes: nullable(anything),
      roleIds: nullable(anything),
      isAdmin: nullable(anything),
    },
  },
  'POST /auth/login': {
    body: { username: required(text(3, 254)), email: optional(text(3, 254)), password: required(longText) },
  },
  'PATCH /auth/profile': {
    body: { ...profile, language: optional(oneOf('en', 'zh')), currentPassword: optional(longText) },
  },
  'POST /auth/refresh': { body: { refreshToken: nullable(anything) } },
  'POST /auth/logout': { body: { all: optional(flag) } },
  'PUT /auth/password': { body: { currentPassword: required(longText), newPassword: required(longText) } },
  'GET /auth/sessions': { query: { ...page, sortBy: optional(oneOf('lastUsedAt', 'createdAt')) } },

  'POST /auth/password-resets': { body: { login: required(text(3, 254)), language: optional(oneOf('en', 'zh')) } },
  'POST /auth/password-resets/confirm': {
    body: { token: required(text(1, 128)), newPassword: required(longText) },
  },
  'POST /auth/invitations/confirm': { body: { token: required(text(1, 128)), password: required(longText) } },
  'POST /users/:id/invitation': { body: { language: optional(oneOf('en', 'zh')) } },
  'POST /auth/email-changes/confirm': { body: { token: required(text(1, 128)) } },
  'POST /users/:id/password-reset': { body: { language: optional(oneOf('en', 'zh')) } },
  'POST /auth/step-up': {
    body: {
      password: required(longText),
      code: optional(text(1, 128)),
      credential: optional(json),
      ticket: optional(text(1, 128)),
      verifier: optional(text(1, 128)),
    },
  },
  'POST /auth/login/factor': {
    body: { challenge: required(text(1, 128)), code: required(text(1, 128)), credential: optional(json) },
  },
  'POST /auth/factors/passkeys/options': {
    body: { currentPassword: optional(longText) },
  },
  'POST /auth/factors/passkeys': {
    body: { name: required(oneLine(1, 64)), credential: required(json), currentPassword: optional(longText) },
  },
  'POST /auth/passkey-login': { body: { credential: required(json) } },
  'POST /auth/factors/totp': { body: { currentPassword: optional(longText) } },
  'POST /auth/factors/totp/confirm': {
    body: { id: required(uuid), code: required(text(1, 128)), currentPassword: optional(longText) },
  },
  'POST /auth/factors/recovery-codes': {
    body: { code: required(text(1, 128)), currentPassword: optional(longText) },
  },
  'DELETE /auth/factors/:id': { body: { currentPassword: optional(longText) } },
  'GET /me/stream': { query: { lastEventId: optional(integer(0, maxPosition)), ticket: optional(text(1, 255)) } },

  'GET /auth/operations': { query: { ids: optional(longParameter(4096)) } },
  'GET /users/:id/access': { query: { ids: optional(longParameter(4096)), contentId: optional(uuid) } },
  'GET /auth/oidc/:provider/start': {
    query: {
      return_to: required(longParameter(2048)),
      challenge: required(text(43, 43, { bad: ['+'.repeat(43)] })),
    },
  },
  'GET /auth/oidc/:provider/callback': {
    query: {
      state: optional(longParameter(4096)),
      code: optional(longParameter(4096)),
      iss: optional(longParameter(4096)),
      error: optional(longParameter(4096)),
      error_description: optional(longParameter(4096)),
    },
  },
  'POST /auth/oidc/exchange': {
    body: { ticket: required(text(1, 128)), verifier: required(text(43, 128, { bad: ['+'.repeat(43)] })) },
  },
  'POST /auth/identities/:provider/link': {
    body: {
      ticket: required(text(1, 128)),
      verifier: required(text(43, 128, { bad: ['+'.repeat(43)] })),
      currentPassword: optional(longText),
    },
  },
  'POST /setup/check': { body: { token: required(text(1, 128)) } },
  'POST /setup': {
    body: {
      token: required(text(1, 128)),
      username: required(username),
      email: required(email),
      password: required(longText),
      demoData: optional(flag),
    },
  },

  'POST /api-keys': { body: { ...apiKey, ownerId: optional(uuid) } },
  'PATCH /api-keys/:id': { body: change(apiKey) },
  'POST /api-keys/:id/rotate': { body: { expiresAt: optional(nearInstant) } },
  'GET /api-keys': {
    query: {
      ...list,
      ownerId: optional(uuid),
      ownerKind: optional(oneOf('PERSON', 'SERVICE')),
      sortBy: optional(oneOf('createdAt', 'name', 'expiresAt', 'lastUsedAt')),
    },
  },

  'POST /permissions': { body: permission },
  'PATCH /permissions/:id': { body: change(permission) },
  'GET /permissions': {
    query: {
      ...list,
      resource: optional(text(1, 64)),
      action: optional(text(1, 64)),
      sortBy: optional(oneOf('createdAt', 'updatedAt', 'code', 'name', 'resource', 'action', 'status')),
    },
  },

  'POST /roles': { body: role },
  'PATCH /roles/:id': { body: change(role) },
  'GET /roles': {
    query: {
      ...list,
      status: optional(status),
      code: optional(text(0, 255)),
      name: optional(text(0, 255)),
      withUserCount: optional(flag),
      sortBy: optional(oneOf('createdAt', 'updatedAt', 'code', 'name', 'status')),
    },
  },
  'PUT /access/routes': { body: { routes: required(protectedRoutes) } },
  'GET /access/forward': { query: { permission: optional(repeated(128)), role: optional(repeated(64)) } },
  'GET /roles/:id/holders': { query: holders },
  'GET /permissions/:id/holders': { query: holders },
  'GET /menus/:id/holders': { query: holders },
  'POST /access/filter': { body: { permission: required(text(1, 128)), subjectId: optional(uuid) } },
  'POST /access/what-if': {
    body: {
      change: required(
        oneOf(
          'user.roles',
          'user.role-grants',
          'role.permissions',
          'role.permission-grants',
          'role.menus',
          'role.status',
          'permission.status',
          'user.deletion',
          'role.deletion',
          'permission.deletion',
          'menu.deletion',
        ),
      ),
      // Which of these fields are required depends on the change.
      userId: optional(uuid),
      roleIds: optional(ids),
      grants: optional(grants),
      roleId: optional(uuid),
      permissionId: optional(uuid),
      menuId: optional(uuid),
      permissionIds: optional(ids),
      permissionGrants: optional(permissionGrants),
      menuIds: optional(ids),
      status: optional(status),
      limit: optional(integer(1, 100)),
      after: optional(uuid),
    },
  },
  'POST /roles/:roleId/permissions': { body: { permissionIds: required(ids) } },
  'POST /ready-roles': { body: { code: required(oneOf('AUTHOR', 'PUBLISHER', 'SECTION_EDITOR')) } },
  'PUT /roles/:id/permission-grants': { body: { grants: required(permissionGrants) } },
  'POST /roles/:roleId/menus': { body: { menuIds: required(ids) } },

  'POST /users': {
    body: {
      kind: optional(oneOf('PERSON', 'SERVICE')),
      ...profile,
      username: required(username),
      email: required(email),
      password: required(text(8, 128)),
      invite: optional(flag),
      language: optional(oneOf('en', 'zh')),
      status: optional(status),
      roleIds: optional(ids),
    },
  },
  'PATCH /users/:id': {
    body: { ...profile, username: optional(username), status: optional(status), roleIds: optional(ids) },
  },
  'PUT /users/:id/roles': { body: { roleIds: required(ids) } },
  'PUT /user-attributes': { body: { attributes: required(attributeDeclarations) } },
  'PUT /users/:id/role-grants': { body: { grants: required(grants) } },
  'PUT /users/:id/password': { body: { password: required(text(8, 128)) } },
  'GET /users/:id/sessions': { query: { ...page, sortBy: optional(oneOf('lastUsedAt', 'createdAt')) } },
  'GET /users': {
    query: {
      ...list,
      kind: optional(oneOf('PERSON', 'SERVICE')),
      status: optional(status),
      roleCode: optional(roleCode),
      gender: optional(text(0, 16)),
      username: optional(text(0, 255)),
      email: optional(text(0, 255)),
      nickName: optional(text(0, 255)),
      phone: optional(text(0, 255)),
      attributes: optional(dotted),
      invited: optional(flag),
      hasFactor: optional(flag),
      lastLoginFrom: optional(timestamp),
      lastLoginTo: optional(timestamp),
      withLogIns: optional(flag),
      sortBy: optional(oneOf('createdAt', 'updatedAt', 'username', 'email', 'nickName', 'status')),
      sort: optional(oneOf('username', '-status,createdAt')),
      filter: optional(condition),
      fields: optional(
        oneOf(
          'id,kind,email,emailVerified,invitedUntil,username,nickName,phone,gender,attributes,status,version,createdAt,updatedAt,roles,lastLoginAt,hasFactor',
        ),
      ),
      expand: optional(oneOf('roles')),
    },
  },

  'POST /menus': { body: { ...menu, parentId: nullable(menuParent) } },
  'PATCH /menus/:id': { body: change(menu) },
  'POST /menus/:id/move': {
    body: {
      parentId: { ...nullable(menuParent), isRequired: true },
      order: optional(integer()),
      position: optional(integer(0)),
    },
  },
  'GET /menus/tree': { query: menuFilters },
  'GET /menus/route-exists': { query: { routeName: required(text(1, 128)) } },
  'GET /menus': {
    query: {
      ...list,
      ...menuFilters,
      sortBy: optional(oneOf('order', 'routeName', 'menuName', 'routePath', 'createdAt', 'updatedAt', 'status')),
    },
  },

  'POST /contents': { body: content },
  'POST /previews': { body: { token: required(text(1, 255)) } },
  'POST /contents/preview': { body: { contentMd: required(longText) } },
  'PATCH /contents/:id': { body: change(content) },
  'PUT /contents/:id/draft': { body: change(content) },
  'POST /contents/:id/preview-links': {
    body: { expiresIn: required(lifetime) },
  },
  'GET /contents/:id/preview-links': { query: pagePart },
  'GET /contents/:id/revisions': { query: pagePart },
  'GET /contents/removed': { query: pagePart },
  'POST /contents/batch': {
    body: {
      ids: required(batchIds),
      action: required(oneOf('publish', 'unpublish', 'archive', 'delete')),
      atomic: optional(flag),
      versions: optional(versions),
    },
  },
  'PUT /contents/:id/schedule': { body: { publishAt: nullable(instant), unpublishAt: nullable(instant) } },
  'GET /contents': {
    query: {
      ...list,
      status: optional(oneOf('DRAFT', 'PUBLISHED', 'ARCHIVED')),
      categoryId: optional(uuid),
      tagId: optional(uuid),
      editorType: optional(oneOf('MARKDOWN', 'UPLOAD', 'RICHTEXT')),
      authorId: optional(uuid),
      sortBy: optional(oneOf('createdAt', 'updatedAt', 'publishedAt', 'title', 'slug', 'status')),
      sort: optional(oneOf('-publishedAt,title')),
      filter: optional(condition),
      expand: optional(oneOf('author', 'category,tags')),
      // The document describes whole items, so the value names all fields.
      fields: optional(
        oneOf(
          'id,title,slug,summary,editorType,categoryId,coverId,cover,tagIds,status,publishedAt,publishAt,unpublishAt,authorId,excerpt,readingMinutes,version,createdAt,updatedAt',
        ),
      ),
    },
  },

  'GET /contents/search': {
    query: {
      q: required(text(1, 200, { bad: ['?', '- -'] })),
      page: optional(integer(1)),
      pageSize: optional(integer(1, 100)),
      status: optional(oneOf('DRAFT', 'PUBLISHED', 'ARCHIVED')),
      categoryId: optional(uuid),
      tagId: optional(uuid),
    },
  },
  'GET /feeds/contents.atom': { query: feed },
  'GET /feeds/contents.json': { query: feed },
  'GET /feeds/sitemap.xml': { query: feed },

  'POST /categories': { body: category },
  'PATCH /categories/:id': { body: change(category) },
  'GET /categories': {
    query: {
      ...list,
      parentId: optional(uuid),
      sortBy: optional(oneOf('createdAt', 'updatedAt', 'name', 'slug', 'order')),
    },
  },

  'POST /tags': { body: tag },
  'PATCH /tags/:id': { body: change(tag) },
  'POST /tags/batch': { body: { names: required(texts(100)) } },
  'GET /tags': { query: { ...list, sortBy: optional(oneOf('createdAt', 'updatedAt', 'name', 'slug')) } },
  'GET /tags/popular': { query: { limit: optional(integer(1, 100)) } },

  'GET /events': {
    query: {
      limit: optional(integer(1, 200)),
      before: optional(integer(1, maxPosition)),
      via: optional(oneOf('mcp')),
      after: optional(integer(0, maxPosition)),
      type: optional(text(1, 64, { bad: ['content*', 'content.', '*.created', 'Tag.*'] })),
      actorId: optional(uuid),
      subjectType: optional(oneOf(...subjectTypes)),
      subjectId: optional(uuid),
      from: optional(timestamp),
      to: optional(timestamp),
      filter: optional(condition),
      fields: optional(oneOf('position,id,type,occurredAt,actor,subject,changes,requestId')),
      expand: optional(oneOf('actor')),
    },
  },
  'GET /users/:id/activity': { query: activity },
  'GET /auth/activity': { query: activity },
  'POST /webhooks': { body: webhook },
  'PATCH /webhooks/:id': { body: change(webhook) },
  'POST /webhooks/:id/rotate-secret': { body: { overlap: optional(integer(0, 172_800)) } },
  'POST /webhooks/:id/replay': { body: { from: required(instant), to: required(instant) } },
  'GET /media': {
    query: {
      ...list,
      type: optional(oneOf('image', 'video', 'audio', 'document')),
      folder: optional(text(1, 255)),
      uploaderId: optional(uuid),
      unused: optional(flag),
      sortBy: optional(oneOf('createdAt', 'updatedAt', 'name', 'bytes')),
    },
  },
  'PATCH /media/:id': {
    body: {
      alt: nullable(multiLine(1000)),
      title: nullable(oneLine(0, 255)),
      folder: nullable(oneLine(1, 255, { of: 'a', bad: ['/a', 'a/', 'a//b', 'a\nb'] })),
      focus: nullable(focus),
    },
  },
  'DELETE /categories/:id': { query: { force: optional(flag) } },
  'DELETE /media/:id': { query: { force: optional(flag) } },
  'DELETE /tags/:id': { query: { force: optional(flag) } },
  'GET /webhooks': { query: { ...list, sortBy: optional(oneOf('createdAt', 'updatedAt', 'url')) } },
  'GET /webhooks/:id/deliveries': {
    query: {
      ...page,
      state: optional(oneOf('waiting', 'delivered', 'failed')),
      type: optional(text(1, 64)),
      sortBy: optional(oneOf('createdAt')),
    },
  },

  'GET /audit-logs': {
    query: {
      ...page,
      userId: optional(uuid),
      resourceId: optional(uuid),
      event: optional(text(1, 64)),
      from: optional(timestamp),
      to: optional(timestamp),
      sortBy: optional(oneOf('createdAt')),
    },
  },
};
