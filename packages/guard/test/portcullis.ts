import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const userId = 'aaaaaaaa-0000-4000-8000-000000000001';
export const apiKey = `ptc_${'1'.repeat(22)}_${'2'.repeat(49)}`;

type Respond = (request: Request, calls: number) => Response | Promise<Response>;

const json = (status: number, body: object, headers = {}): globalThis.Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });

/** The responses of Portcullis. */
export const responses = {
  allowed: (): globalThis.Response =>
    new Response('', {
      headers: { 'X-Portcullis-User': userId, 'X-Portcullis-Username': 'b%C3%A9a', 'X-Portcullis-Roles': 'A,B%2C' },
    }),
  refused: (status: 401 | 403): globalThis.Response =>
    json(status, { code: 1003, success: false, statusCode: status, message: 'No.' }),
  operations: (...ids: readonly string[]): globalThis.Response =>
    json(200, { code: 0, success: true, data: ids.map((id) => ({ id, when: 'always' })) }),
  json,
};

/** A Portcullis without a network. Its keys and tokens are real. */
export async function fakePortcullis(respond: Respond = responses.allowed) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'EdDSA', use: 'sig' };
  const asked: Request[] = [];
  const state = { respond, keys: (): Response => json(200, { keys: [jwk] }), keyReads: 0 };
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input.url : input, init);
    if (request.url.endsWith('/.well-known/jwks.json')) {
      state.keyReads += 1;
      return state.keys();
    }
    asked.push(request);
    return state.respond(request, asked.length);
  };
  const token = (claims: object = {}, header: object = {}) =>
    new SignJWT({ sid: 'a-session', ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1', ...header })
      .setSubject(userId)
      .setIssuer('portcullis')
      .setAudience('portcullis-api')
      .setExpirationTime('exp' in claims ? Number(claims.exp) : '15m')
      .sign(privateKey);
  return { state, asked, send, token };
}
