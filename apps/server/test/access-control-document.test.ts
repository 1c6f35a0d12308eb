import { readAccessControlDocument } from '@portcullis/adapters-http/internal/routes/access/access-control-document';
import { InvalidDocument } from '@portcullis/domain/internal/access/access-control';
import { menuDefaults } from '@portcullis/domain/internal/menus/menu';
import { expect } from 'chai';

describe('An access control document', () => {
  const permission = { code: 'post.read', name: 'Read posts', resource: 'post', action: 'read' };
  const menu = { routeName: 'posts', routePath: '/posts', menuType: 2 };
  const role = { code: 'EDITOR', name: 'Editor', permissions: ['post.read'], menus: ['posts'] };
  const attribute = { name: 'section', label: 'Section', type: 'string', readableBy: 'self', writableBy: 'admin' };
  const protectedRoute = { methods: ['GET'], path: '/posts', audience: 'posts', permissions: ['post.read'] };
  const empty = { version: 1, permissions: [], menus: [], roles: [] };

  function faultsOf(document: unknown): readonly string[] {
    try {
      readAccessControlDocument(document);
      return [];
    } catch (error) {
      if (error instanceof InvalidDocument) return error.message.split('\n');
      throw error;
    }
  }

  it('gets default values for missing fields, except for `requiresFactor`', () => {
    const document = {
      version: 1,
      permissions: [permission],
      menus: [menu],
      roles: [role],
      userAttributes: [attribute],
      protectedRoutes: [protectedRoute],
    };
    expect(readAccessControlDocument(document)).to.deep.equal({
      version: 1,
      permissions: [{ ...permission, description: null, status: 1 }],
      menus: [{ ...menuDefaults, ...menu, parent: null }],
      roles: [{ ...role, description: null, status: 1 }],
      userAttributes: [{ ...attribute, values: null }],
      protectedRoutes: [{ ...protectedRoute, public: false, authenticated: false, roles: [] }],
    });
  });

  const refused: Readonly<Record<string, readonly [document: unknown, ...faults: readonly string[]]>> = {
    'is not an object': [[], 'the document: This must be a JSON object with "version": 1.'],
    'has another version': [{ ...empty, version: 2 }, 'the document: This must be a JSON object with "version": 1.'],
    'lacks a list': [{ version: 1, permissions: [], roles: [] }, 'menus: This must be a list.'],
    'has an invalid attribute of users': [
      { ...empty, userAttributes: [{ ...attribute, type: 'date', more: 1 }] },
      'userAttributes[0].type: type must be one of the following values: string, number, boolean, string[]',
      'userAttributes[0].more: There is no such field.',
    ],
    'has an invalid protected route': [
      { ...empty, protectedRoutes: [{ ...protectedRoute, methods: ['TRACE'], role: 'ADMIN' }] },
      'protectedRoutes[0].methods[0]: each value in methods must be one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'protectedRoutes[0].role: There is no such field.',
    ],
    'has unknown fields': [
      { ...empty, users: [], menus: [{ ...menu, hideInMneu: true }] },
      'users: There is no such field.',
      'menus[0].hideInMneu: There is no such field.',
    ],
    'has an entry that is not an object': [{ ...empty, roles: ['EDITOR'] }, 'roles[0]: This must be an object.'],
    'lacks the links of a role': [
      { ...empty, roles: [{ code: 'EDITOR', name: 'Editor', menus: 'posts' }] },
      'roles[0].permissions: permissions must be an array',
      'roles[0].menus: menus must be an array',
    ],
    'has values that the API would refuse in a request for creation': [
      {
        version: 1,
        permissions: [permission, { ...permission, code: '' }],
        menus: [{ ...menu, iconType: 3, href: 'javascript:alert(1)', parent: '' }],
        roles: [{ ...role, code: 'editor', status: null, menus: ['posts', 7] }],
      },
      'permissions[1].code: code must have 1 to 128 characters',
      'menus[0].iconType: iconType must be one of the following values: 1, 2',
      'menus[0].href: href must not be a script URL or contain control characters',
      'menus[0].parent: parent must have 1 to 128 characters',
      'roles[0].code: code must consist of a capital letter, then capital letters, digits and underscores',
      'roles[0].status: status must be an integer number',
      'roles[0].menus[1]: each value in menus must be a string',
    ],
  };
  for (const [what, [document, ...faults]] of Object.entries(refused)) {
    it(`is refused with the path of each fault if it ${what}`, () => {
      expect(faultsOf(document)).to.have.members(faults);
    });
  }
});
