import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readApi } from '../src/document.ts';
import { listTools, operationsOf, tools, typesOf } from '../src/tools.ts';

const api = readApi(JSON.parse(readFileSync(new URL('../../../adapters-http/openapi.json', import.meta.url), 'utf8')));
const all = new Set(
  tools.flatMap((tool) =>
    typesOf(tool, api).flatMap((type) => [...operationsOf(tool, type, api).values()].map(({ id }) => id)),
  ),
);

describe('The tools', () => {
  it('exist for the types of entries in the API document, but not for keys, webhooks and logs', () => {
    const types = ['permission', 'role', 'user', 'menu', 'content', 'category', 'tag', 'media'];
    expect([...api.collections.keys()]).to.have.members(types);
  });

  it('offer the operations of their tasks', () => {
    const table = Object.fromEntries(
      tools.map((tool) => [
        tool.name,
        typesOf(tool, api).map(
          (type) =>
            `${type} ${[...operationsOf(tool, type, api)].map(([action, { id }]) => `${action}=${id}`).join(' ')}`,
        ),
      ]),
    );
    expect(table['search']).to.include.members(['content find=searchContents', 'user find=listUsers']);
    expect(table['create']).to.include('content entry=createContent').and.not.include('media entry=uploadMedia');
    expect(table['upload']).to.deep.equal(['media file=uploadMedia']);
    expect(table['publish']).to.deep.equal([
      'content publish=publishContent unpublish=unpublishContent archive=archiveContent publishDraft=publishWorkingCopy',
    ]);
    expect(table['schedule']).to.deep.equal(['content set=scheduleContent remove=unscheduleContent']);
    expect(table['manage_access']).to.deep.equal([
      'role permissions=setRolePermissions permissionGrants=setPermissionGrants menus=setRoleMenus',
      'user roles=setUserRoles roleGrants=setRoleGrants',
    ]);
    expect(table['explain_access']).to.deep.equal([
      'permission explain=listPermissionHolders',
      'role explain=listRoleHolders',
      'user explain=getUserAccess',
      'menu explain=listMenuHolders',
      'self explain=getMyPermissions',
    ]);
    expect(table['what_if']).to.include('user roles=whatIf role-grants=whatIf deletion=whatIf');
  });

  it('leave out what the caller may not do', () => {
    const some = listTools(api, new Set(['searchContents', 'listContents', 'getContent', 'createContent']));
    expect(some.map(({ name }) => name)).to.deep.equal(['search', 'list', 'read', 'create']);
    for (const { inputSchema } of some)
      expect(inputSchema['properties']).to.have.nested.property('type.enum').that.deep.equals(['content']);
    expect(listTools(api, new Set())).to.deep.equal([]);
  });

  it('require the version of what they change', () => {
    for (const { name, annotations, inputSchema } of listTools(api, all)) {
      const isChange = !annotations.readOnlyHint && name !== 'create' && name !== 'upload';
      expect(JSON.stringify(inputSchema['required']).includes('version'), name).to.equal(isChange);
      expect(annotations.destructiveHint, name).to.equal(isChange);
    }
  });

  it('have schemas that every client can read', () => {
    const text = JSON.stringify(listTools(api, all));
    for (const unusual of ['"$ref"', '"pattern"', '"oneOf"']) expect(text).not.to.include(unusual);
    for (const { inputSchema } of listTools(api, all)) expect(inputSchema).not.to.have.any.keys('anyOf', 'allOf');
    expect(text.length).to.be.below(80_000);
  });
});
