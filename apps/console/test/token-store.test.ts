import { expect } from 'chai';
import { sharedTokens, type SharedTokens } from '../src/session/token-store.ts';

/** The part of a browser's storage that the token store uses. */
class MemoryStorage {
  readonly #values = new Map<string, string>();
  getItem = (key: string): string | null => this.#values.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#values.set(key, value);
  removeItem = (key: string): void => void this.#values.delete(key);
}

const pair = (number: number) => ({ accessToken: `access ${number}`, refreshToken: `refresh ${number}` });

describe('sharedTokens', () => {
  const channels: BroadcastChannel[] = [];
  const name = `test ${process.pid}`;
  let local: MemoryStorage;
  let loggedOut: number;

  const openTab = (session = new MemoryStorage()): SharedTokens => {
    const channel = new BroadcastChannel(name);
    channels.push(channel);
    return sharedTokens({ session, local, channel, onLoggedOutElsewhere: () => (loggedOut += 1) });
  };
  const delivered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

  beforeEach(() => {
    local = new MemoryStorage();
    loggedOut = 0;
  });
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close();
  });

  it('gives its tokens to a tab that is opened later', async () => {
    await openTab().write(pair(1));
    expect(await openTab().fromOtherTab()).to.deep.equal(pair(1));
  });

  it('returns undefined if no other tab has tokens', async () => {
    openTab();
    expect(await openTab().fromOtherTab()).to.equal(undefined);
  });

  it('replaces the tokens in all tabs of the session, but not in tabs of another session', async () => {
    const [first, second, stranger] = [openTab(), openTab(), openTab()];
    await first.write(pair(1));
    await second.write(pair(1));
    await stranger.write(pair(7));
    await first.write(pair(2));
    await delivered();
    expect(second.read()).to.deep.equal(pair(2));
    expect(stranger.read()).to.deep.equal(pair(7));
  });

  it('stores only the refresh token, and only for this tab', async () => {
    const session = new MemoryStorage();
    const tab = openTab(session);
    await tab.write(pair(1));
    expect(tab.storedRefreshToken()).to.equal('refresh 1');
    expect(openTab().storedRefreshToken()).to.equal(undefined);
    await tab.write(undefined);
    expect(tab.storedRefreshToken()).to.equal(undefined);
  });

  it('stores the refresh token for all tabs until the log-out if the person wants to stay logged in', async () => {
    const tab = openTab();
    tab.keepAfterClosing(true);
    await tab.write(pair(1));
    expect(openTab().storedRefreshToken()).to.equal('refresh 1');
    await tab.write(undefined);
    expect(openTab().storedRefreshToken()).to.equal(undefined);
  });

  it('removes the refresh token of all tabs when a person logs in for one tab only', async () => {
    local.setItem('portcullis.refresh-token', 'of an earlier installation');
    const session = new MemoryStorage();
    const tab = openTab(session);
    tab.keepAfterClosing(false);
    await tab.write(pair(1));
    expect(openTab(session).storedRefreshToken()).to.equal('refresh 1');
  });

  it('returns the newest stored refresh token after a tab has missed a message', async () => {
    const tab = openTab();
    tab.keepAfterClosing(true);
    await tab.write(pair(1));
    const sleeper = openTab();
    channels.pop()?.close();
    await sleeper.write(pair(1));
    await tab.write(pair(2));
    expect(sleeper.read()).to.deep.equal({ accessToken: 'access 1', refreshToken: 'refresh 2' });
  });

  it('logs out the other tabs', async () => {
    const tab = openTab();
    openTab();
    tab.endElsewhere();
    await delivered();
    expect(loggedOut).to.equal(1);
  });
});
