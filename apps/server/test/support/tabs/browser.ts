import { ModelService } from './service.ts';

/** An event that has not happened yet, such as a response that has not arrived. */
interface Pending {
  readonly kind: 'request' | 'response' | 'lock' | 'message' | 'timer';
  readonly tab: Tab;
  /** Whether the event belongs to an exchange of a refresh token. */
  readonly isRefresh: boolean;
  /** The time in the service at which the event was caused. */
  readonly at: number;
  readonly run: () => void;
}

interface Lock {
  holder: object | undefined;
  readonly waiting: { readonly tab: Tab; readonly begin: () => void }[];
}

type Listener = (event: { readonly data: unknown }) => void;

/** The page of a tab. A reload closes the page, and opens another one with the same `sessionStorage`. */
export class Tab {
  isOpen = true;
  isFrozen = false;
  /** The difference between the clock of the tab and that of the service, in milliseconds. */
  clockShift = 0;
  /** The page ends at the write to a storage that follows this number of writes. */
  writesLeft = Number.POSITIVE_INFINITY;
  readonly listeners: Listener[] = [];
  readonly session: Map<string, string>;

  constructor(session: Map<string, string>) {
    this.session = session;
  }
}

/** A browser whose events happen only when the test says so, in any order. */
export class ModelBrowser {
  readonly service = new ModelService();
  readonly local = new Map<string, string>();
  readonly tabs: Tab[] = [];
  /** The number of pages that ended between a refresh in the service and the storage of its result. */
  lostRefreshes = 0;
  #pending: Pending[] = [];
  readonly #locks = new Map<string, Lock>();

  /** Whether the browser has `navigator.locks`. */
  readonly hasLocks: boolean;

  constructor(hasLocks: boolean) {
    this.hasLocks = hasLocks;
  }

  /** Lets all promises that are ready continue. */
  async flush(): Promise<void> {
    for (let round = 0; round < 3; round += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets everything happen that can happen while some tabs are frozen. */
  async settleOthers(): Promise<void> {
    for (let happened = true; happened; ) happened = await this.step(0);
  }

  get isRefreshing(): boolean {
    return this.#pending.some(({ isRefresh }) => isRefresh);
  }

  /** Whether a tab has stored the newest refresh token. Encrypted tokens are not found. */
  get isNewestStored(): boolean {
    return [...this.local.values()].some((text) => text.includes(this.service.newest));
  }

  /** Whether the result of a refresh has been on its way to the tab for some time. */
  hasOldRefresh(tab: Tab): boolean {
    return this.#pending.some((each) => each.tab === tab && this.#isOldRefresh(each));
  }

  #isOldRefresh({ kind, isRefresh, at }: Pending): boolean {
    return kind === 'response' && isRefresh && at !== this.service.now;
  }

  #happen(pending: Pending): Promise<void> {
    if (this.#isOldRefresh(pending)) pending.tab.writesLeft = Number.POSITIVE_INFINITY;
    this.#pending = this.#pending.filter((each) => each !== pending);
    pending.run();
    return this.flush();
  }

  /**
   * Lets one of the events happen that can happen now. Requests reach the service even if their tab is frozen.
   * @returns whether there was such an event
   */
  async step(choice: number): Promise<boolean> {
    const possible = this.#pending.filter(({ kind, tab }) => kind !== 'timer' && (kind === 'request' || !tab.isFrozen));
    const chosen = possible[choice % Math.max(possible.length, 1)];
    if (chosen !== undefined) await this.#happen(chosen);
    return chosen !== undefined;
  }

  /** Loses a message between tabs, or delivers it a second time. */
  disturb(choice: number, isLost: boolean): void {
    const messages = this.#pending.filter(({ kind }) => kind === 'message');
    const chosen = messages[choice % Math.max(messages.length, 1)];
    if (chosen === undefined) return;
    if (isLost) this.#pending = this.#pending.filter((each) => each !== chosen);
    else this.#pending.push({ ...chosen });
  }

  /** Lets everything happen. */
  async settle(): Promise<void> {
    for (const tab of this.tabs) {
      tab.isFrozen = false;
      tab.writesLeft = Number.POSITIVE_INFINITY;
    }
    await this.flush();
    for (let steps = 0; this.#pending.length > 0; steps += 1) {
      if (steps > 5000) throw new Error('The tabs do not come to rest.');
      const next = this.#pending.find(({ kind }) => kind !== 'timer') ?? this.#pending[0];
      if (next !== undefined) await this.#happen(next);
    }
  }

  /** Ends a page. @param isServed whether its last requests still reach the service */
  close(tab: Tab, isServed: boolean): void {
    const requests = this.#pending.filter((each) => each.kind === 'request' && each.tab === tab);
    if (isServed) for (const { run } of requests) run();
    if (this.#pending.some((each) => each.tab === tab && each.isRefresh && each.kind === 'response')) {
      this.lostRefreshes += 1;
    }
    tab.isOpen = false;
    this.#pending = this.#pending.filter((each) => each.tab !== tab);
    for (const [name, lock] of this.#locks) {
      lock.waiting.splice(0, lock.waiting.length, ...lock.waiting.filter((each) => each.tab !== tab));
      if (lock.holder === tab) this.#release(name, tab);
    }
  }

  #release(name: string, tab: Tab): void {
    const lock = this.#locks.get(name);
    if (lock === undefined || lock.holder !== tab) return;
    lock.holder = undefined;
    this.#grant(lock);
  }

  #grant(lock: Lock): void {
    const next = lock.holder === undefined ? lock.waiting.shift() : undefined;
    if (next === undefined) return;
    lock.holder = next.tab;
    next.begin();
  }

  #post(tab: Tab, kind: Pending['kind'], run: () => void, isRefresh = false): void {
    if (tab.isOpen) this.#pending.push({ kind, tab, isRefresh, at: this.service.now, run });
  }

  #storage(tab: Tab, values: Map<string, string>) {
    return {
      get length(): number {
        return values.size;
      },
      key: (index: number) => [...values.keys()][index] ?? null,
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string): void => {
        if (tab.isOpen && tab.writesLeft <= 0 && !this.hasOldRefresh(tab)) {
          this.lostRefreshes += 1;
          this.close(tab, false);
        }
        tab.writesLeft -= 1;
        if (tab.isOpen) values.set(key, value);
      },
      removeItem: (key: string): void => void (tab.isOpen && values.delete(key)),
    };
  }

  async #fetch(tab: Tab, request: Request): Promise<Response> {
    const body = await request.text();
    const path = new URL(request.url).pathname;
    const isRefresh = path.endsWith('/refresh');
    return new Promise((resolve) => {
      const serve = (): void => {
        const reply = this.service.handle(request.method, path, request.headers.get('Authorization'), body);
        const respond = (): void => resolve(Response.json(reply.body, { status: reply.status }));
        this.#post(tab, 'response', respond, isRefresh);
      };
      // Without locks, several tabs refresh at the same time. Their requests arrive in the order in which they are
      // sent.
      if (isRefresh && !this.hasLocks) serve();
      else this.#post(tab, 'request', serve, isRefresh);
    });
  }

  /** Returns the global variables of a page. */
  globalsOf(tab: Tab): Readonly<Record<string, unknown>> {
    const request = (name: string, _options: object, task: () => Promise<unknown>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const lock = this.#locks.get(name) ?? { holder: undefined, waiting: [] };
        this.#locks.set(name, lock);
        const run = (): void =>
          void task()
            .then(resolve, reject)
            .finally(() => this.#release(name, tab));
        lock.waiting.push({ tab, begin: () => this.#post(tab, 'lock', run) });
        this.#grant(lock);
      });
    const others = (): readonly Tab[] => this.tabs.filter((each) => each !== tab && each.isOpen);
    const post = this.#post.bind(this);
    class Channel {
      addEventListener = (_type: string, listener: Listener): void => void tab.listeners.push(listener);
      postMessage(data: unknown): void {
        for (const other of others()) {
          for (const listener of other.listeners) post(other, 'message', () => listener({ data }));
        }
      }
    }
    class PageRequest extends Request {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, 'http://service'), init);
      }
    }
    const clock = (): number => this.service.now + tab.clockShift;
    class PageDate extends Date {
      static override now = clock;
    }
    const navigator = this.hasLocks ? { locks: { request } } : {};
    const [localStorage, sessionStorage] = [this.#storage(tab, this.local), this.#storage(tab, tab.session)];
    // A cipher that is ready at once. `token-store.test.ts` of the console tests the real one.
    const subtle = {
      importKey: async (_format: string, key: Uint8Array) => key.join(),
      encrypt: async (_algorithm: object, key: string, data: Uint8Array) => Buffer.from(`${key}|${data.join()}`),
      decrypt: async (_algorithm: object, key: string, data: Uint8Array) => {
        const [by, text = ''] = Buffer.from(data).toString().split('|');
        if (by !== key) throw new Error('another key');
        return Uint8Array.from(text.split(','), Number);
      },
    };
    return {
      localStorage,
      sessionStorage,
      navigator,
      globalThis: { navigator, Request: PageRequest },
      window: { localStorage, sessionStorage, isSecureContext: true },
      document: { hidden: true, addEventListener: () => undefined, removeEventListener: () => undefined },
      crypto: { subtle, getRandomValues: crypto.getRandomValues.bind(crypto) },
      fetch: (sent: Request) => this.#fetch(tab, sent),
      setTimeout: (run: () => void) => this.#post(tab, 'timer', run),
      Request: PageRequest,
      Date: PageDate,
      BroadcastChannel: Channel,
      AbortSignal: { timeout: () => new AbortController().signal },
    };
  }
}
