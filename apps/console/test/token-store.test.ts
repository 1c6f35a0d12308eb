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

describe('the tokens of tabs that share a session', () => {
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

  it('are given to a tab that is opened later', async () => {
    await openTab().write(pair(1));
    expect(await openTab().fromOtherTab()).to.deep.equal(pair(1));
  });

  it('are not given where no tab has any', async () => {
    openTab();
    expect(await openTab().fromOtherTab()).to.equal(undefined);
  });

  it('are replaced in every tab of the session, and in no other', async () => {
    const [first, second, stranger] = [openTab(), openTab(), openTab()];
    await first.write(pair(1));
    await second.write(pair(1));
    await stranger.write(pair(7));
    await first.write(pair(2));
    await delivered();
    expect(second.read()).to.deep.equal(pair(2));
    expect(stranger.read()).to.deep.equal(pair(7));
  });

  it('leave only the refresh token in the storage of the tab', async () => {
    const session = new MemoryStorage();
    const tab = openTab(session);
    await tab.write(pair(1));
    expect(tab.storedRefreshToken()).to.equal('refresh 1');
    expect(openTab().storedRefreshToken()).to.equal(undefined);
    await tab.write(undefined);
    expect(tab.storedRefreshToken()).to.equal(undefined);
  });

  it('are kept for all tabs where the person asked for it, until the log-out', async () => {
    const tab = openTab();
    tab.keepAfterClosing(true);
    await tab.write(pair(1));
    expect(openTab().storedRefreshToken()).to.equal('refresh 1');
    await tab.write(undefined);
    expect(openTab().storedRefreshToken()).to.equal(undefined);
  });

  it('replace those that all tabs keep where a person logs in for this tab only', async () => {
    local.setItem('portcullis.refresh-token', 'of an earlier installation');
    const session = new MemoryStorage();
    const tab = openTab(session);
    tab.keepAfterClosing(false);
    await tab.write(pair(1));
    expect(openTab(session).storedRefreshToken()).to.equal('refresh 1');
  });

  it('use the newest refresh token that all tabs store', async () => {
    const tab = openTab();
    tab.keepAfterClosing(true);
    await tab.write(pair(1));
    const sleeper = openTab();
    channels.pop()?.close();
    await sleeper.write(pair(1));
    await tab.write(pair(2));
    expect(sleeper.read()).to.deep.equal({ accessToken: 'access 1', refreshToken: 'refresh 2' });
  });

  it('end in the other tabs', async () => {
    const tab = openTab();
    openTab();
    tab.endElsewhere();
    await delivered();
    expect(loggedOut).to.equal(1);
  });
});
