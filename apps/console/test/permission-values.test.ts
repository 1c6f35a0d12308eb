import { expect } from 'chai';
import { newPermission, withCode } from '../src/screens/permissions/permission-values.ts';

describe('the code of a new permission', () => {
  it('follows resource and action', () => {
    const withResource = withCode(newPermission, { resource: 'report' });
    expect(withCode(withResource, { action: 'read' }).code).to.equal('report.read');
  });

  it('stays as it was typed', () => {
    const typed = withCode(newPermission, { code: 'print-all' });
    expect(withCode(typed, { resource: 'report' }).code).to.equal('print-all');
  });

  it('is empty again without resource and action', () => {
    expect(withCode(withCode(newPermission, { resource: 'report' }), { resource: '' }).code).to.equal('');
  });
});
