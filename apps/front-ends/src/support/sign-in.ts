import { createHash, createHmac } from 'node:crypto';
import { createClient } from '@portcullis/client';
import type { Page, Route } from 'playwright-core';
import { openWindow } from './browser.ts';
import { eventually, expectEqual, expectThat } from './checks.ts';
import type { FrontEndTestContext } from './front-end.ts';
import { frontEndUrl, serviceUrl } from './service.ts';

/** The parts of the sign-in checks that differ between the front ends. */
export interface SignInScreens {
  readonly openLogIn: (page: Page) => Promise<void>;
  /** Fills the form with a password and sends it. */
  readonly sendPassword: (page: Page, account: Account) => Promise<void>;
  /** The label of the button for the sign-in at the provider. */
  readonly button: string;
  /** The placeholder of the field for a code of the second factor. */
  readonly code: string;
  /** The name of the button that sends a code. */
  readonly send: string | RegExp;
  /** A part of the message that is shown if the person has cancelled the sign-in. */
  readonly denied: string;
  /** Waits for the first page after the log-in. */
  readonly isLoggedIn: (page: Page) => Promise<void>;
}

interface Account {
  readonly username: string;
  readonly password: string;
}

const cors = { 'Access-Control-Allow-Origin': frontEndUrl, 'Access-Control-Allow-Headers': '*' };

const logIn = (account: Account): Promise<Response> =>
  fetch(`${serviceUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });

/** Returns the TOTP code (RFC 6238) for a secret in base 32, at a time that is `later` steps of 30 seconds from now. */
function codeOf(secret: string, later: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const hash = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Adds an authenticator app to an account. This uses up the current code. @returns the secret of the app */
async function addApp({ username, password }: Account): Promise<string> {
  const client = createClient({ baseUrl: serviceUrl });
  await client.login({ username, password });
  const { id, secret } = await client.post('/api/auth/factors/totp', { body: { currentPassword: password } });
  await client.post('/api/auth/factors/totp/confirm', { body: { id, code: codeOf(secret, 0) } });
  return secret;
}

/**
 * Tests the buttons of providers, the return from a provider, and the second factor. There is no real provider: the
 * redirects, and the response to the exchange of the ticket for tokens, are simulated in the browser. So only the pages
 * are tested.
 */
export async function checkSignIn(
  { service, browser, check }: FrontEndTestContext,
  screens: SignInScreens,
): Promise<void> {
  const account = { username: 'signer', password: 'a password of signer' };
  const { items } = await service.admin.get('/api/roles', { params: { query: { code: 'USER' } } });
  const roleIds = items.map(({ id }) => id);
  await service.admin.post('/api/users', { body: { ...account, email: 'signer@example.com', roleIds } });
  const window = await openWindow(browser);
  const { page, context } = window;
  let result: Readonly<Record<string, string>> = { ticket: 'a-ticket' };
  let challenge = '';
  await context.route(`${serviceUrl}/api/auth/providers`, (route) =>
    route.fulfill({ headers: cors, json: { code: 0, data: [{ key: 'corp', name: 'Corporation' }] } }),
  );
  await context.route(`${serviceUrl}/api/auth/oidc/corp/start?*`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    challenge = query.get('challenge') ?? '';
    const back = new URL(query.get('return_to') ?? '');
    for (const [name, value] of Object.entries(result)) back.searchParams.set(name, value);
    return route.fulfill({ status: 303, headers: { Location: back.href } });
  });
  await context.route(`${serviceUrl}/api/auth/oidc/exchange`, async (route: Route) => {
    const sent: { ticket?: string; verifier?: string } = route.request().postDataJSON() ?? {};
    if (route.request().method() !== 'POST') return route.fulfill({ status: 204, headers: cors });
    expectEqual(sent.ticket, 'a-ticket');
    expectEqual(
      createHash('sha256')
        .update(sent.verifier ?? '')
        .digest('base64url'),
      challenge,
    );
    const answer = await logIn(account);
    return route.fulfill({
      status: answer.status,
      headers: { ...cors, 'Content-Type': 'application/json' },
      body: await answer.text(),
    });
  });
  const signIn = async (): Promise<void> => {
    await screens.openLogIn(page);
    await page.getByRole('button', { name: screens.button }).click();
  };
  const sendCode = async (code: string): Promise<void> => {
    await page.getByPlaceholder(screens.code).fill(code);
    await page.getByRole('button', { name: screens.send }).first().click();
  };

  await check('a message explains a cancelled sign-in, and its parameters are removed from the address', async () => {
    result = { error: 'access-denied' };
    await signIn();
    await page.getByText(screens.denied).first().waitFor();
    await eventually(async () => expectThat(!page.url().includes('error='), page.url()));
  });
  await check('a sign-in at a provider logs in with the verifier of this page', async () => {
    result = { ticket: 'a-ticket' };
    await signIn();
    await screens.isLoggedIn(page);
    expectThat(!page.url().includes('ticket'), page.url());
  });
  await context.clearCookies();
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  const secret = await addApp(account);
  await check(
    'after the password of an account with a second factor, the page asks for a code again until it is right',
    async () => {
      await page.reload();
      await screens.openLogIn(page);
      await screens.sendPassword(page, account);
      await sendCode('000000');
      await page.getByText('This code is wrong').first().waitFor();
      await sendCode(codeOf(secret, 1));
      await screens.isLoggedIn(page);
    },
  );
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await check('a sign-in at a provider asks for the code as well', async () => {
    await page.reload();
    await signIn();
    await page.getByPlaceholder(screens.code).waitFor();
  });
  await check('no script of these pages has failed', async () => expectEqual(window.scriptErrors, []));
  await context.close();
}
