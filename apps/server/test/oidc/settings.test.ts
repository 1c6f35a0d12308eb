import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';

const complete = {
  PUBLIC_URL: 'https://cms.example.com/base/',
  CORS_ORIGINS: 'https://app.example.com',
  OIDC_PROVIDERS: 'corp, my-idp',
  OIDC_CORP_ISSUER: 'https://id.example.com',
  OIDC_CORP_CLIENT_ID: 'portcullis',
  OIDC_MY_IDP_ISSUER: 'http://127.0.0.1:8080/realms/a',
  OIDC_MY_IDP_CLIENT_ID: 'cms',
  OIDC_MY_IDP_CLIENT_SECRET: 'the secret of the client',
  OIDC_MY_IDP_NAME: 'My provider',
  OIDC_MY_IDP_SIGN_UP: 'true',
  OIDC_MY_IDP_TRUSTED_DOMAINS: 'example.com, corp.example',
  OIDC_MY_IDP_ROLE_MAP: '{"editors":["MODERATOR"]}',
  OIDC_MY_IDP_ATTRIBUTES: 'department=dept, region=address.region',
};

describe('The settings of providers', () => {
  it('have defaults, and separate variables for the key of each provider', () => {
    const { providers, signInPages } = readConfig(complete);
    const [corp, mine] = providers;
    expect(corp).to.deep.equal({
      key: 'corp',
      name: 'corp',
      issuer: 'https://id.example.com',
      signUp: false,
      trustedDomains: [],
      roleMap: undefined,
      attributes: [],
      clientId: 'portcullis',
      clientSecret: undefined,
      scopes: 'openid profile email',
      groupsClaim: 'groups',
      redirectUri: 'https://cms.example.com/base/api/auth/oidc/corp/callback',
    });
    expect(mine).to.deep.include({
      name: 'My provider',
      signUp: true,
      trustedDomains: ['example.com', 'corp.example'],
      roleMap: { editors: ['MODERATOR'] },
      attributes: [
        { attribute: 'department', claim: 'dept' },
        { attribute: 'region', claim: 'address.region' },
      ],
    });
    expect(signInPages).to.deep.equal({
      origins: ['https://app.example.com', 'https://cms.example.com'],
      isSecure: true,
      logInPage: 'https://cms.example.com/base/admin/',
    });
    expect(readConfig({}).providers).to.deep.equal([]);
  });

  const wrong: readonly (readonly [name: string, value: string | undefined])[] = [
    ['OIDC_PROVIDERS', 'Corp'],
    ['OIDC_PROVIDERS', 'corp,corp'],
    ['OIDC_PROVIDERS', 'corp_1'],
    ['PUBLIC_URL', undefined],
    ['PUBLIC_URL', 'http://cms.example.com'],
    ['OIDC_CORP_ISSUER', undefined],
    ['OIDC_CORP_ISSUER', 'http://id.example.com'],
    ['OIDC_CORP_CLIENT_ID', undefined],
    ['OIDC_CORP_SCOPES', 'profile'],
    ['OIDC_CORP_SIGN_UP', 'yes'],
    ['OIDC_CORP_TRUSTED_DOMAINS', '*.example.com'],
    ['OIDC_CORP_ATTRIBUTES', 'department'],
    ['OIDC_CORP_ATTRIBUTES', 'Department=dept'],
    ['OIDC_CORP_ATTRIBUTES', 'department='],
    ['OIDC_CORP_ATTRIBUTES', 'department=a,department=b'],
    ['OIDC_CORP_ROLE_MAP', 'editors'],
    ['OIDC_CORP_ROLE_MAP', '["MODERATOR"]'],
    ['OIDC_CORP_ROLE_MAP', '{"editors":"MODERATOR"}'],
    ['OIDC_CORP_ROLE_MAP', '{"editors":["moderator"]}'],
  ];
  for (const [name, value] of wrong) {
    it(`are refused in one line that names the variable: ${name}=${value ?? ''}`, () => {
      const read = () => readConfig({ ...complete, [name]: value });
      expect(read).to.throw(ConfigError, name).with.property('message').that.does.not.include('\n');
    });
  }
});
