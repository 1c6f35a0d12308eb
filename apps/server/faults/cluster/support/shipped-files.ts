import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import { createServer } from 'node:net';

const folder = new URL('../../../../../../deploy/', import.meta.url);

/** Returns a file of the folder `deploy`. */
export const shipped = (name: string): Promise<string> => readFile(fileURLToPath(new URL(name, folder)), 'utf8');

/** Replaces each text by another one. @throws {Error} if a text does not occur, so that no file changes unnoticed */
export function replaced(file: string, texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts).reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`The file does not contain '${from}'.`);
    return whole.replaceAll(from, to);
  }, file);
}

/**
 * Returns a free port that is not one of those that Linux gives to outgoing connections, because such a connection could
 * take it before its server starts, or while that server is away.
 */
async function quietPort(): Promise<number> {
  const [lowest, count] = [12_000, 20_000];
  for (;;) {
    const server = createServer().listen(lowest + Math.floor(Math.random() * count), '127.0.0.1');
    const address = await once(server, 'listening').then(
      () => server.address(),
      () => null,
    );
    server.close();
    if (typeof address === 'object' && address !== null) return address.port;
  }
}

/** Replaces the addresses of machines, such as `db-1:5432`, by free ports of this machine. */
export class Addresses {
  readonly #ports = new Map<string, number>();

  async port(address: string): Promise<number> {
    const known = this.#ports.get(address);
    if (known !== undefined) return known;
    const port = await quietPort();
    this.#ports.set(address, port);
    return port;
  }

  /** @param renamed returns the address that is meant by one in the file */
  async fillIn(file: string, renamed: (address: string) => string = (address) => address): Promise<string> {
    const found = new Set(file.match(/\b(?:db|app)-\d:\d+|127\.0\.0\.1:5000/g));
    let filled = file;
    for (const address of found) filled = filled.replaceAll(address, `127.0.0.1:${await this.port(renamed(address))}`);
    return filled;
  }
}

/** Returns the variables in a file of systemd, in the form of arguments of the program `env`. */
export const variablesIn = (file: string): readonly string[] =>
  file.split('\n').filter((line) => /^[A-Z][A-Z0-9_]+=/.test(line));
