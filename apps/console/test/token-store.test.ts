import { expect } from 'chai';
import { sharedTokens, type SharedTokens } from '../src/session/token-store.ts';

/** The part of a browser's storage that the token store uses. */
class MemoryStorage {
  readonly values = new Map<string, string>();
  get length(): number {
    return this.values.size;
  }
  key = (index: number): string | null => [...this.values.keys()][index] ?? null;
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.values.set(key, value);
  removeItem = (key: string): void => void this.values.delete(key);
  copy(): MemoryStorage {
    const copy = new MemoryStorage();
    for (const [key, value] of this.values) copy.setItem(key, value);
    return copy;
  }
}

const pair = (number: number) => ({ accessToken: `access ${number}`, refreshToken: `refresh ${number}` });

describe('sharedTokens', () => {
  const channels: BroadcastChannel[] = [];
  const name = `test ${process.pid}`;
  let local: MemoryStorage;
  let loggedOut: number;

  const openTab = (session = new MemoryStorage(), isSecure = true): SharedTokens => {
    const channel = new BroadcastChannel(name);
    channels.push(channel);
    return sharedTokens({ session, local, channel, isSecure, onLoggedOutElsewhere: () => (loggedOut += 1) });
  };
  const everythingStored = (...storages: readonly MemoryStorage[]): string =>
    storages.flatMap(({ values }) => [...values].flat()).join('\n');

  /** Continues the session of an earlier page, or of another tab, with a refresh. */
  async function reload(tab: SharedTokens, renewed: ReturnType<typeof pair>): Promise<string | undefined> {
    const refreshToken = await tab.storedRefreshToken();
    if (refreshToken !== undefined) await tab.write(renewed, { accessToken: '', refreshToken });
    return refreshToken;
  }

  beforeEach(() => {
    local = new MemoryStorage();
    loggedOut = 0;
  });
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close();
  });

  it('lets a tab that is opened later use the session', async () => {
    await openTab().write(pair(1));
    expect(await openTab().storedRefreshToken()).to.equal('refresh 1');
  });

  it('returns undefined if no other tab has a session', async () => {
    openTab();
    expect(await openTab().storedRefreshToken()).to.equal(undefined);
  });

  it('has one refresh token for all tabs of a session, but another one for another session', async () => {
    const [first, stranger] = [openTab(), openTab()];
    await first.write(pair(1));
    const second = openTab();
    expect(await reload(second, pair(2))).to.equal('refresh 1');
    await stranger.write(pair(7));
    await first.write(pair(3), pair(2));
    expect(await first.read()).to.deep.equal(pair(3));
    expect(await second.read()).to.deep.equal({ accessToken: 'access 2', refreshToken: 'refresh 3' });
    expect(await stranger.read()).to.deep.equal(pair(7));
  });

  it('gives a reloaded tab the token that another tab has stored in the meantime, without any message', async () => {
    const session = new MemoryStorage();
    const first = openTab(session);
    await first.write(pair(1));
    const copied = openTab(session.copy());
    for (const channel of channels.splice(0)) channel.close();
    expect(await reload(copied, pair(2))).to.equal('refresh 1');
    expect(await reload(openTab(session), pair(3))).to.equal('refresh 2');
    expect(await first.read()).to.deep.equal({ accessToken: 'access 1', refreshToken: 'refresh 3' });
  });

  it('never stores a token over a newer one, or after a log-out', async () => {
    const session = new MemoryStorage();
    const first = openTab(session);
    await first.write(pair(1));
    const suspended = openTab(session.copy());
    await suspended.storedRefreshToken();
    await first.write(pair(2), pair(1));
    await suspended.write({ ...pair(1), accessToken: 'late' }, pair(1));
    expect(await suspended.read()).to.deep.equal({ accessToken: 'late', refreshToken: 'refresh 2' });
    await first.write(undefined);
    await suspended.write(pair(3), pair(2));
    expect(await suspended.read()).to.equal(undefined);
    expect(local.values.size).to.equal(0);
  });

  it('does not end a session because the tokens of an earlier one were refused', async () => {
    const tab = openTab();
    await tab.write(pair(2));
    await tab.write(undefined, pair(1));
    expect(await tab.read()).to.deep.equal(pair(2));
  });

  it('stores only the refresh token, encrypted with a key that is removed when the tab is closed', async () => {
    const session = new MemoryStorage();
    const tab = openTab(session);
    await tab.write(pair(1));
    expect(await openTab(session.copy()).storedRefreshToken()).to.equal('refresh 1');
    expect(everythingStored(session, local)).not.to.match(/access|refresh 1/);
    expect(everythingStored(local)).not.to.include(JSON.parse(session.getItem('portcullis.session') ?? '').key);
    await tab.write(undefined);
    expect([local.values.size, session.values.size]).to.deep.equal([0, 0]);
  });

  it('stores nothing outside of the tab if the browser cannot encrypt', async () => {
    const session = new MemoryStorage();
    await openTab(session, false).write(pair(1));
    expect(local.values.size).to.equal(0);
    expect(await openTab(session, false).storedRefreshToken()).to.equal('refresh 1');
    expect(await openTab(new MemoryStorage(), false).storedRefreshToken()).to.equal(undefined);
  });

  it('keeps the refresh token until the log-out if the person wants to stay logged in', async () => {
    const tab = openTab();
    tab.keepAfterClosing(true);
    await tab.write(pair(1));
    channels.pop()?.close();
    expect(await openTab().storedRefreshToken()).to.equal('refresh 1');
    expect(everythingStored(local)).not.to.include('access');
    await tab.write(undefined);
    expect(local.values.size).to.equal(0);
  });

  it('removes the session that the browser keeps when a person logs in for one tab only', async () => {
    const kept = openTab();
    kept.keepAfterClosing(true);
    await kept.write(pair(1));
    channels.pop()?.close();
    const session = new MemoryStorage();
    await openTab(session).write(pair(2));
    expect(everythingStored(local)).not.to.include('refresh 1');
    expect(await openTab(session).storedRefreshToken()).to.equal('refresh 2');
  });

  it('removes the tokens of old sessions, and never those of the newest ones', async () => {
    const tabs = Array.from({ length: 12 }, () => openTab());
    for (const [index, tab] of tabs.entries()) await tab.write(pair(index));
    expect(local.values.size).to.equal(8);
    const tokens = await Promise.all(tabs.slice(4).map(async (tab) => tab.read()));
    expect(tokens).to.deep.equal([4, 5, 6, 7, 8, 9, 10, 11].map(pair));
  });

  it('logs out the other tabs', async () => {
    const tab = openTab();
    openTab();
    tab.endElsewhere();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(loggedOut).to.equal(1);
  });
});
