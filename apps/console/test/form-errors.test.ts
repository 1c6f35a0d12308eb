import { PortcullisError } from '@portcullis/client';
import { expect } from 'chai';
import { showLanguage } from '../src/language/language.ts';
import { formErrorsOf } from '../src/forms/form-errors.ts';
import { InvalidInput, messageOf } from '../src/parts/load.tsx';

const refusal = (status: number, reason: string, message: string, errors: unknown = null): PortcullisError =>
  new PortcullisError({ verb: 'post', path: '/api/users' }, new Response(null, { status }), {
    code: 1005,
    reason,
    message,
    errors,
  });

const shown = new Set(['email', 'username', 'roleIds']);

describe('formErrorsOf', () => {
  beforeEach(() => showLanguage('en'));

  it('assigns validation errors to their fields', () => {
    const errors = [
      { field: 'email', message: 'email must be an email' },
      { field: 'roleIds[2]', message: 'each value in roleIds must be a UUID' },
    ];
    expect(formErrorsOf(refusal(400, 'validation-failed', 'Invalid.', errors), shown)).to.deep.equal({
      fields: { email: 'Must be an email', roleIds: 'each value in roleIds must be a UUID' },
      problem: undefined,
    });
  });

  it('assigns an error without a field to the field of its reason', () => {
    expect(formErrorsOf(refusal(409, 'username-taken', 'This name is in use.'), shown).fields).to.deep.equal({
      username: 'This name is in use.',
    });
  });

  it('shows an error above the buttons if its field is not in the form', () => {
    const errors = [{ field: 'phone', message: 'phone must be short' }];
    expect(formErrorsOf(refusal(400, 'validation-failed', 'Invalid.', errors), shown)).to.deep.equal({
      fields: {},
      problem: 'Must be short',
    });
    expect(formErrorsOf(refusal(409, 'last-administrator', 'One must stay.'), shown).problem).to.equal(
      'One must stay.',
    );
  });

  it('translates error messages to Chinese', async () => {
    await showLanguage('zh');
    const errors = [{ field: 'username', message: 'username must have 3 to 64 characters' }];
    expect(formErrorsOf(refusal(400, 'validation-failed', 'Invalid.', errors), shown).fields).to.deep.equal({
      username: '长度必须为 3 到 64 个字符。',
    });
    expect(formErrorsOf(refusal(409, 'email-taken', 'Taken.'), shown).fields).to.deep.equal({
      email: '该电子邮箱已被注册。',
    });
  });

  it('reports that the service does not respond if a request fails', () => {
    expect(formErrorsOf(new TypeError('Failed to fetch'), shown).problem).to.contain('does not respond');
  });

  it('assigns an error of the form itself to its field', () => {
    expect(formErrorsOf(new InvalidInput('email', 'Not a number.'), shown).fields).to.deep.equal({
      email: 'Not a number.',
    });
  });

  it('shows an InvalidInput error above the buttons if its field is not in the form', () => {
    expect(formErrorsOf(new InvalidInput('ids', 'Changed meanwhile.'), shown)).to.deep.equal({
      fields: {},
      problem: 'Changed meanwhile.',
    });
  });
});

describe('messageOf', () => {
  it('says what is wrong with which value, because nothing else shows it', () => {
    const errors = [
      { field: 'rank', message: 'Must be a number' },
      { field: 'size', message: 'size must be one of small, large' },
      { field: '', message: 'There is no such column.' },
    ];
    expect(messageOf(refusal(400, 'validation-failed', 'Invalid.', errors))).to.equal(
      'Invalid. rank: Must be a number size must be one of small, large There is no such column.',
    );
  });
});
