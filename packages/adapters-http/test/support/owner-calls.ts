import { unknownId } from './field-kinds.ts';
import { unique, type Service } from './service.ts';
import { aTicket, verifier } from './sign-ins.ts';

/** A call of a route with `needsOwner`. */
export interface OwnerCall {
  readonly method: string;
  /** The path of the route. */
  readonly route: string;
  readonly path: string;
  readonly body: (service: Pick<Service, 'world'>) => Promise<object>;
}

const call = (
  method: string,
  route: string,
  body: OwnerCall['body'] = async () => ({}),
  path: string = route,
): OwnerCall => ({ method, route, path, body });

/** The calls with which somebody could take over an account, or lock its owner out. */
export const ownerCalls: readonly OwnerCall[] = [
  call('PATCH', '/auth/profile', async () => ({ email: `${unique('other-')}@example.org` })),
  call('POST', '/auth/factors/totp'),
  call('POST', '/auth/factors/totp/confirm', async () => ({ id: unknownId, code: '000000' })),
  call('POST', '/auth/factors/recovery-codes', async () => ({ code: '000000' })),
  call('DELETE', '/auth/factors/:id', undefined, `/auth/factors/${unknownId}`),
  call('POST', '/auth/factors/passkeys/options'),
  call('POST', '/auth/factors/passkeys', async () => ({ name: 'Laptop', credential: {} })),
  call(
    'POST',
    '/auth/identities/:provider/link',
    async (service) => ({ ticket: await aTicket(service), verifier }),
    '/auth/identities/corp/link',
  ),
];
