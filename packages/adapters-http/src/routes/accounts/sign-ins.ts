import type { IdentityProvider } from '@portcullis/application/internal/ports/identity-providers';
import { RawResponse } from '../../responses/response-data.ts';
import { signInCookies } from '../../checks/sign-in-cookies.ts';
import type { Limit } from '../../checks/rate-limit.ts';
import { allowedReturnUrl, unknownSignIn, withParameter } from './sign-in-pages.ts';
import { Describe } from '../../validation/descriptions.ts';
import { Optional, Text } from '../../validation/fields.ts';
import { listOf, object, text, withDescription, type Schema } from '../../validation/schema.ts';
import { withPoints } from '../operation-text.ts';
import { loggedIn } from './logged-in.ts';
import { route, type Route } from '../route.ts';
import type { UseCases } from '../use-cases.ts';
import { loggedInSchema } from '../schemas/auth.ts';

const base64url = { pattern: /^[A-Za-z0-9_-]+$/, hint: 'letters, digits, - and _' };
const unreserved = { pattern: /^[A-Za-z0-9._~-]+$/, hint: 'letters, digits, -, ., _ and ~' };
const parameter = { min: 0, max: 4096 };

export class ProviderPath {
  @Text({ min: 1, max: 64 }) @Describe('The key of a provider.') provider!: string;
}

class StartParameters {
  @Text({ min: 1, max: 2048 }) @Describe('The address to which the browser returns.') return_to!: string;
  @Text({ min: 43, max: 43, ...base64url })
  @Describe('The SHA-256 hash of a secret of the page, in base64url. The secret is required to log in with the ticket.')
  challenge!: string;
}

class CallbackParameters {
  @Optional() @Text(parameter) @Describe('The state of the sign-in.') state?: string;
  @Optional() @Text(parameter) @Describe('The code of the provider.') code?: string;
  @Optional() @Text(parameter) @Describe('The issuer (RFC 9207).') iss?: string;
  @Optional() @Text(parameter) @Describe('The error code of the provider.') error?: string;
  @Optional() @Text(parameter) @Describe('The error message of the provider.') error_description?: string;
}

/** The ticket that the browser got at the end of a sign-in, and the secret of the page that began the sign-in. */
export class TicketBody {
  @Text({ min: 1, max: 128 }) @Describe('The ticket in the address to which the browser returned.') ticket!: string;
  @Text({ min: 43, max: 128, ...unreserved }) @Describe('The secret of the page.') verifier!: string;
}

/** The pages where sign-ins can begin and end. */
export interface SignInPages {
  /** The origins of the pages that may begin a sign-in. */
  readonly origins: readonly string[];
  /** True if browsers connect to the service with TLS. */
  readonly isSecure: boolean;
  /** The URL of the login page of the console. Undefined if the console is not served. */
  readonly logInPage: string | undefined;
}

type SignInRouteDependencies = SignInPages &
  UseCases<'startSignIn' | 'finishSignIn' | 'exchangeTicket'> & {
    readonly providers: readonly Pick<IdentityProvider, 'key' | 'name'>[];
    readonly signInLimit: Limit;
  };

const page: Schema<RawResponse> = { type: 'string' };

const redirect = (location: string, cookies: readonly string[] = []): RawResponse =>
  new RawResponse(Buffer.from('See other.'), {
    ...(cookies.length > 0 && { 'Set-Cookie': [...cookies] }),
    'Content-Type': 'text/plain; charset=utf-8',
    Location: location,
  });

/** The routes for sign-in with OpenID Connect (docs/interface.md §4.1). */
export const signInRoutes = (deps: SignInRouteDependencies): readonly Route[] => {
  const signIns = signInCookies(deps.isSecure);
  /** Redirects the browser during a sign-in. */
  const redirection = {
    status: 303,
    media: 'text/plain',
    isUnlisted: true,
    limit: deps.signInLimit,
    params: ProviderPath,
    data: page,
  } as const;
  return [
    route({
      method: 'GET',
      path: '/auth/providers',
      operation: 'listProviders',
      summary: 'List the identity providers',
      description: 'For the buttons of a login page. The list is empty if no providers are configured.',
      access: 'public',
      data: listOf(
        object<Pick<IdentityProvider, 'key' | 'name'>>({
          key: withDescription(text, 'The key of the provider in URLs.'),
          name: withDescription(text, 'The name that users see.'),
        }),
      ),
      handle: async () => deps.providers.map(({ key, name }) => ({ key, name })),
    }),
    route({
      method: 'GET',
      path: '/auth/oidc/:provider/start',
      operation: 'startSignIn',
      summary: 'Begin a sign-in at a provider',
      description:
        'A page opens this address in the browser. The browser is redirected to the provider, and then back to `return_to` with the parameter `ticket` or `error`. The values of `error` are `access-denied`, `expired` and `provider-failed`.',
      access: 'public',
      ...redirection,
      query: StartParameters,
      refuses: ['provider-not-found'],
      handle: async ({ params: { provider }, query: { return_to, challenge }, client: { requestId }, cookies }) => {
        const returnTo = allowedReturnUrl(return_to, deps.origins);
        const started = await deps.startSignIn({ provider, returnTo, challenge, requestId });
        return 'failure' in started
          ? redirect(withParameter(returnTo, 'error', started.failure))
          : redirect(started.address, signIns.begin(cookies(), started.state, started.sealed));
      },
    }),
    route({
      method: 'GET',
      path: '/auth/oidc/:provider/callback',
      operation: 'finishSignIn',
      summary: 'Come back from a provider',
      description:
        'The provider redirects the browser to this address, which must be configured as a redirect URI at the provider. If the browser has not begun this sign-in, it is redirected to the login page of the console with the `error` `sign-in-invalid`, or gets an HTML page if the console is not served. Clients that do not prefer HTML get 400, code 1116.',
      access: 'public',
      ...redirection,
      query: CallbackParameters,
      refuses: ['provider-not-found', 'sign-in-invalid'],
      handle: async ({ params: { provider }, query, client: { requestId }, cookies, prefersHtml }) => {
        const { state = '' } = query;
        const sealed = signIns.find(cookies(), state);
        try {
          const finished = await deps.finishSignIn({ provider, parameters: { ...query }, sealed, requestId });
          const address =
            'ticket' in finished
              ? withParameter(finished.returnTo, 'ticket', finished.ticket)
              : withParameter(finished.returnTo, 'error', finished.failure);
          return redirect(address, [signIns.end(state)]);
        } catch (error) {
          if (!prefersHtml()) throw error;
          return unknownSignIn(error, deps.logInPage);
        }
      },
    }),
    route({
      method: 'POST',
      path: '/auth/oidc/exchange',
      operation: 'exchangeTicket',
      summary: 'Log in with the ticket of a sign-in',
      description: withPoints(
        'A ticket works once, for 60 seconds, with the secret whose SHA-256 hash was the `challenge`. The response is the same as for login, including the error with a challenge if the account has a second factor. A person is identified by the issuer and the subject that the provider names.',
        [
          'If a user has this identity, the user is logged in; a disabled one gets 401, code 1101. Otherwise the e-mail address decides, if the provider has verified it. The address and `email_verified` come from the same source: the ID token if it contains both, otherwise the user info.',
          'If an account has the address, the identity is linked to it if the provider is trusted for the domain of the address and the user has verified the address in this service. Otherwise the response is 409, code 1112: the owner must log in and link the identity.',
          'If no account has the address, the provider allows sign-up and `REGISTRATION` is `open`, the person gets an account with the role USER and without a password. Several sign-ins at once lead to the same account. In all other cases the response is 403, code 1117.',
          'If groups of the provider give roles (`ROLE_MAP`), these replace the roles that earlier sign-ins at this provider assigned. Roles that an administrator assigned stay, and codes that do not exist are ignored. The last administrator cannot lose ADMIN (409, code 1009).',
        ],
      ),
      access: 'public',
      limit: deps.signInLimit,
      body: TicketBody,
      data: loggedInSchema,
      refuses: [
        'sign-in-invalid',
        'link-required',
        'account-missing',
        'invalid-credentials',
        'factor-required',
        'last-administrator',
      ],
      handle: (call) => loggedIn(call, (from) => deps.exchangeTicket({ ...call.body, ...from })),
    }),
  ];
};
