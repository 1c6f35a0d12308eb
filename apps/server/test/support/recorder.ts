import { expect } from 'chai';
import type { Api } from './api.ts';
import { describedRoutes } from './contract.ts';

/** The parts in which requests to the same operation differ. */
interface Request {
  /** A title that distinguishes the examples of one operation. */
  readonly title?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** A body of JSON, or the parameters of a form if the operation takes a form. */
  readonly body?: object;
}

/** A request with headers that the API document does not show. */
interface SentRequest extends Request {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request and the data of its response, as the API document shows them. */
export interface Recorded extends Request {
  readonly operation: string;
  readonly data: unknown;
}

/** The `User-Agent` of the recorded requests. */
export const agent = 'Mozilla/5.0';

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const builtIn = /^00000000-/;
/** The figures of the last hour, which depend on the speed of the machine and on the minute of the run. */
const lastHour =
  /"(\w+)":\[(?:\{"from":"[^"]+","requests":\d+,"errors":\d+,"p95Ms":(?:null|\d+),"waiting":\d+\},?)+\]/g;
const timestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const accessToken = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
/** The pattern of the state of the database, which differs between PostgreSQL and the embedded database. */
const databaseState = /"database":\{"kind":[^}]*\}\}/g;
/** The pattern of the numbers of events in the last days, which depend on the day of the run. */
const activity = /"activity":\[[^\]]*\]/g;
const oneDay = [{ day: '2026-11-21', logIns: 8, refusedLogIns: 1, changes: 53 }];
const embedded = { kind: 'embedded', connections: { inUse: 1, idle: 0, waiting: 0 } };
/** The pattern of the checks of the installation, which depend on the machine and on the kind of database. */
const installation = /\[\{"part":"versions"[^\]]*\]/;
const checked = [
  { part: 'versions', status: 'ok', message: 'Portcullis 1.0.0 on Node 24.11.1.' },
  { part: 'database', status: 'ok', message: 'PostgreSQL 15.19 responds, with 9 of 97 connections in use.' },
];

/** The pattern of the tokens of 256 bits that remain after access and refresh tokens have been replaced. */
const token = /(?<=")(?!11qYAYKx|kPrK_qmx)[\w-]{43}(?=")/g;
const challenge = /"challenge":"[\w-]{43}"/g;
/** The pattern of the parts of an authenticator's response that may depend on the challenge or on the passkey. */
const signed = /"(clientDataJSON|attestationObject|authenticatorData|signature)":"[\w-]+"/g;
/** The pattern of the user handle of a passkey. */
const userHandle = /"[0-9a-f]{32}"/g;
const appSecret = /(?<="|secret=)[A-Z2-7]{32}(?="|&)/g;
const appCode = /"code":"\d{6}"/g;
const recoveryCode = /(?:[A-Z2-7]{6}-){3}[A-Z2-7]{6}/g;
/** The pattern of a QR code as SVG, which has several kilobytes. */
const picture = /"qrSvg":"(?:[^"\\]|\\.)*"/g;
const webhookSecret = /whsec_[\w+/=]+/g;
const apiKey = /ptc_[\dA-Za-z]{22}_[\dA-Za-z]{49}/g;
/** The pattern of the times in a token, in seconds since 1970. */
const tokenTime = /"(iat|exp)":\d+/g;
/** The public key of RFC 8037 and its thumbprint. */
const publicKey = '"x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"';
const thumbprint = '"kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"';
const refreshToken = /([0-9a-f-]{36})\.[\w-]{43}\.[\w-]{43}/g;

/** Sends requests and records them with their responses, normalised so that every run records the same text. */
export class Recorder {
  readonly recorded: Recorded[] = [];
  readonly #ids = new Map<string, string>();

  /** Sends a request with the client `api`, expects success, and returns the data of the response. */
  send<Data>(api: Api, operation: string, { headers, ...request }: SentRequest = {}): Promise<Data> {
    return this.#record(api, operation, { ...request, ...(headers && { headers }) }, request);
  }

  /**
   * Sends a request whose query makes the response short. The recorded request has no query, so that a reader of the
   * API document who sends it gets the whole list.
   */
  sendShortened<Data>(
    api: Api,
    operation: string,
    { query, ...shown }: Request & Required<Pick<Request, 'query'>>,
  ): Promise<Data> {
    return this.#record(api, operation, { query, ...shown }, shown);
  }

  async #record<Data>(api: Api, operation: string, request: SentRequest, shown: Request): Promise<Data> {
    const route = describedRoutes.find((each) => each.operation === operation) ?? expect.fail(`No ${operation}.`);
    const { params = {}, query = {}, headers = {} } = request;
    const { body, headers: media } = await encoded(route.bodyMedia, request.body);
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const address = search.size === 0 ? path : `${path}?${search}`;
    const response = await api.send(route.method, address, body, { 'User-Agent': agent, ...media, ...headers });
    expect(response.status, `${operation}: ${response.message}`).to.equal(route.status ?? 200);
    this.recorded.push(this.#timeless({ operation, ...shown, data: response.data }));
    return response.data as Data;
  }

  /**
   * Replaces ids, except those of built-in data, by ids with consecutive numbers. Replaces other values that differ
   * between runs, such as tokens, by constants.
   */
  #timeless(recorded: Recorded): Recorded {
    const text = JSON.stringify(recorded)
      .replace(accessToken, 'eyJhbGciOiJIUzI1NiJ9.e30.signature')
      .replace(refreshToken, '$1.secret.seal')
      .replace(challenge, '"challenge":"the-challenge-of-the-log-in"')
      .replace(signed, '"$1":"eyJ0eXBlIjoid2ViYXV0aG4ifQ"')
      .replace(userHandle, '"a0000000000040008000000000000001"')
      .replace(appSecret, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
      .replace(appCode, '"code":"492039"')
      .replace(recoveryCode, 'K7Q2MX-4ZTHWC-YB3N6D-R5JVAF')
      .replace(picture, '"qrSvg":"<svg xmlns=\\"http://www.w3.org/2000/svg\\">…</svg>"')
      .replace(/"x":"[\w-]{43}"/g, publicKey)
      .replace(/"kid":"[\w-]{43}"/g, thumbprint)
      .replace(tokenTime, (_, name: string) => `"${name}":${name === 'iat' ? 1_795_251_600 : 1_795_252_500}`)
      .replace(token, 'a-random-token-in-base64url-with-43-letters')
      .replace(apiKey, `ptc_${'0'.repeat(21)}1_${'0'.repeat(49)}`)
      .replace(webhookSecret, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
      .replace(lastHour, '"$1":[{"from":"2026-11-21T09:00:00.000Z","requests":159,"errors":0,"p95Ms":18,"waiting":0}]')
      .replace(installation, JSON.stringify(checked))
      .replace(databaseState, `"database":${JSON.stringify(embedded)}`)
      .replace(activity, `"activity":${JSON.stringify(oneDay)}`)
      .replace(timestamp, '2026-11-21T09:00:00.000Z')
      .replace(uuid, (id) => (builtIn.test(id) ? id : this.#numbered(id)));
    return JSON.parse(text);
  }

  #numbered(id: string): string {
    const number = this.#ids.get(id) ?? `a0000000-0000-4000-8000-${String(this.#ids.size + 1).padStart(12, '0')}`;
    this.#ids.set(id, number);
    return number;
  }
}

/** Encodes a body as JSON or as a form. In a form with a file, the field `file` is the text of the file. */
async function encoded(media: string | undefined, body: object | undefined) {
  if (media === undefined) return { body, headers: {} };
  const fields = Object.entries(body ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  if (media !== 'multipart/form-data')
    return { body: new URLSearchParams(fields).toString(), headers: { 'Content-Type': media } };
  const form = new FormData();
  for (const [name, text] of fields) {
    if (name === 'file') form.append(name, new File([text], 'Opening hours.txt'));
    else form.append(name, text);
  }
  const response = new Response(form);
  const headers = { 'Content-Type': response.headers.get('Content-Type') ?? '' };
  return { body: new Uint8Array(await response.arrayBuffer()), headers };
}
