import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { notice, panel, saveButton } from '../test/support/console.ts';
import { useServiceAndBrowser } from './support/stage.ts';

describe('A form that stays open until the access token has expired', () => {
  const stage = useServiceAndBrowser(() => ({ ACCESS_TOKEN_TTL: '2s' }));

  it('is saved without a new log-in', async () => {
    const page = await stage.openLoggedIn(undefined, '/account');
    await panel(page, 'Profile').getByLabel('Nickname').fill('typed slowly');
    await sleep(3_000);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await saveButton(page).click();
    await notice(page, 'Saved.').waitFor();
    expect(requests).to.include('/api/auth/refresh');
    expect(await page.getByRole('dialog').count()).to.equal(0);
  });
});
