import { expect } from 'chai';
import { newPermission, withCode } from '../src/screens/permissions/permission-values.ts';

describe('withCode', () => {
  it('derives the code from the resource and the action', () => {
    const withResource = withCode(newPermission, { resource: 'report' });
    expect(withCode(withResource, { action: 'read' }).code).to.equal('report.read');
  });

  it('does not change a typed code', () => {
    const typed = withCode(newPermission, { code: 'print-all' });
    expect(withCode(typed, { resource: 'report' }).code).to.equal('print-all');
  });

  it('clears the derived code if the resource and the action are empty', () => {
    expect(withCode(withCode(newPermission, { resource: 'report' }), { resource: '' }).code).to.equal('');
  });
});
