import { PortcullisError } from '@portcullis/client';
import { expect } from 'chai';
import { language } from '../src/language/language.ts';
import { formErrorsOf, InvalidInput } from '../src/parts/form-errors.ts';

const refusal = (status: number, reason: string, message: string, errors: unknown = null): PortcullisError =>
  new PortcullisError({ verb: 'post', path: '/api/users' }, new Response(null, { status }), {
    code: 1005,
    reason,
    message,
    errors,
  });

const shown = new Set(['email', 'username', 'roleIds']);

describe('what the service has refused, in a form', () => {
  afterEach(() => {
    language.value = 'en';
  });

  it('is at its field', () => {
    const errors = [
      { field: 'email', message: 'email must be an email' },
      { field: 'roleIds[2]', message: 'each value in roleIds must be a UUID' },
    ];
    expect(formErrorsOf(refusal(400, 'validation-failed', 'Invalid.', errors), shown)).to.deep.equal({
      fields: { email: 'Must be an email', roleIds: 'each value in roleIds must be a UUID' },
      problem: undefined,
    });
  });

  it('is at the field of its reason where it names none', () => {
    expect(formErrorsOf(refusal(409, 'username-taken', 'This name is in use.'), shown).fields).to.deep.equal({
      username: 'This name is in use.',
    });
  });

  it('is above the buttons where the form does not show the field', () => {
    const errors = [{ field: 'phone', message: 'phone must be short' }];
    expect(formErrorsOf(refusal(400, 'validation-failed', 'Invalid.', errors), shown)).to.deep.equal({
      fields: {},
      problem: 'Must be short',
    });
    expect(formErrorsOf(refusal(409, 'last-administrator', 'One must stay.'), shown).problem).to.equal(
      'One must stay.',
    );
  });

  it('is in the language of the reader', () => {
    language.value = 'zh';
    const errors = [{ field: 'username', message: 'username must have 3 to 64 characters' }];
    expect(formErrorsOf(refusal(400, 'validation-failed', 'Invalid.', errors), shown).fields).to.deep.equal({
      username: '长度必须为 3 到 64 个字符。',
    });
    expect(formErrorsOf(refusal(409, 'email-taken', 'Taken.'), shown).fields).to.deep.equal({
      email: '该电子邮箱已被注册。',
    });
  });

  it('says that nothing answers where no answer came', () => {
    expect(formErrorsOf(new TypeError('Failed to fetch'), shown).problem).to.contain('does not answer');
  });

  it('includes what the form has seen for itself', () => {
    expect(formErrorsOf(new InvalidInput('email', 'Not a number.'), shown).fields).to.deep.equal({
      email: 'Not a number.',
    });
  });

  it('is a problem of the whole form if it belongs to no field that is shown', () => {
    expect(formErrorsOf(new InvalidInput('ids', 'Changed meanwhile.'), shown)).to.deep.equal({
      fields: {},
      problem: 'Changed meanwhile.',
    });
  });
});
