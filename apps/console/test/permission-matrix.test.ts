import type { Schemas } from '@portcullis/client';
import { expect } from 'chai';
import { matrixOf } from '../src/screens/roles/permission-matrix.ts';

type Permission = Schemas['Permission'];

const permission = (code: string, resource: string, action: string): Permission => ({
  id: code,
  code,
  name: code,
  resource,
  action,
  description: null,
  isSystem: false,
  status: 1,
  version: 1,
  createdAt: '2026-11-22T09:00:00.000Z',
  updatedAt: '2026-11-22T09:00:00.000Z',
});

const named = (...codes: readonly string[]) =>
  codes.map((code) => permission(code, code.split('.')[0] ?? '', code.split('.')[1] ?? ''));

const codesOf = (permissions: readonly (Permission | undefined)[]) => permissions.map((one) => one?.code);

describe('matrixOf', () => {
  it('creates a row for each resource, with empty cells for missing permissions', () => {
    const { actions, rows, others } = matrixOf(named('user.update', 'user.read', 'menu.read'));
    expect(actions).to.deep.equal(['read', 'update']);
    expect(rows.map(({ resource, cells }) => [resource, codesOf(cells)])).to.deep.equal([
      ['menu', ['menu.read', undefined]],
      ['user', ['user.read', 'user.update']],
    ]);
    expect(others).to.deep.equal([]);
  });

  it('puts create, read, update and delete first, and sorts the other actions by name', () => {
    const { actions } = matrixOf(
      named('a.print', 'b.print', 'a.delete', 'a.approve', 'b.approve', 'a.create', 'a.update', 'a.read'),
    );
    expect(actions).to.deep.equal(['create', 'read', 'update', 'delete', 'approve', 'print']);
  });

  it('lists a permission outside the table if only one resource has its action', () => {
    const { actions, others } = matrixOf(named('report.export', 'report.read', 'user.read'));
    expect(actions).to.deep.equal(['read']);
    expect(codesOf(others)).to.deep.equal(['report.export']);
  });

  it('omits a row if all its permissions are listed outside the table', () => {
    const { rows, others } = matrixOf(named('queue.drain', 'user.read'));
    expect(rows.map(({ resource }) => resource)).to.deep.equal(['user']);
    expect(codesOf(others)).to.deep.equal(['queue.drain']);
  });

  it('prefers the permission with the code resource.action for a cell', () => {
    const legacy = permission('a-legacy-code', 'user', 'read');
    const { rows, others } = matrixOf([legacy, ...named('user.read')]);
    expect(codesOf(rows[0]?.cells ?? [])).to.deep.equal(['user.read']);
    expect(codesOf(others)).to.deep.equal(['a-legacy-code']);
  });

  it('contains every permission exactly once', () => {
    const all = [
      ...named('a.read', 'b.read', 'a.export', 'c.create', 'd.burn', 'd.bury', 'e.bury'),
      permission('odd', 'a', 'read'),
      permission('odder', 'd', 'burn'),
    ];
    const { rows, others } = matrixOf(all);
    const shown = [...rows.flatMap(({ cells }) => cells), ...others].filter((one) => one !== undefined);
    expect(codesOf(shown)).to.have.members(codesOf(all));
  });
});
