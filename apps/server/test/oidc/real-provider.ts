import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/** The claims of a provider about a person. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly preferred_username?: string;
  readonly groups?: readonly string[];
  readonly address?: { readonly region: string };
}

/** A real OpenID Connect provider. It signs in `person` without a login form. */
export interface RealProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person whom the provider signs in next. If it is undefined, the provider refuses the sign-in. */
  person: Person | undefined;
  readonly close: () => Promise<void>;
}

const clientId = 'portcullis';
const clientSecret = 'a secret of the client, long enough';

/** Starts a provider that redirects browsers only to one of these URIs. */
export async function openProvider(redirectUris: readonly string[]): Promise<RealProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    cookies: { keys: ['a key of the provider'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'groups', 'address'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => {
        const { groups = [], ...person } = people.get(id) ?? { sub: id };
        return { ...person, groups: [...groups] };
      },
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    const { person } = opened;
    if (person !== undefined) people.set(person.sub, person);
    const result =
      person === undefined
        ? { error: 'access_denied', error_description: 'The person has refused.' }
        : { login: { accountId: person.sub } };
    context.redirect(await provider.interactionResult(context.req, context.res, result));
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  const opened: RealProvider = {
    issuer,
    clientId,
    clientSecret,
    person: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return opened;
}
