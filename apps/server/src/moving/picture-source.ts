import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { untilCancelled } from '@portcullis/application/internal/deliveries/send-deliveries';
import { PictureUnavailable, type PictureSource } from '@portcullis/application/internal/imports/import-pictures';
import type { LocalFiles } from '@portcullis/application/internal/ports/media-files';
import { addressRules, sentenceOf, type AddressRuleOptions } from '../adapters/webhooks/address-rules.ts';
import { exchange, type Received } from '../adapters/webhooks/exchange.ts';

export interface PictureSourceOptions extends AddressRuleOptions {
  readonly localFiles: LocalFiles;
  /** Maximum size of a file in bytes. */
  readonly maxBytes: number;
  /** A folder with files, which are preferred to those at other hosts. */
  readonly folder?: string | undefined;
  /** Maximum time of a request with all its redirects, in milliseconds. */
  readonly timeoutMs?: number;
}

const maxRedirects = 5;
/** A host that does not exist, for the paths of relative addresses. */
const nowhere = 'https://invalid.';

/** Returns the decoded parts of the path of an address. */
function partsOf(address: string): readonly string[] {
  try {
    const { pathname } = new URL(address, nowhere);
    return pathname.split('/').map(decodeURIComponent).filter(isSafe);
  } catch {
    return [];
  }
}

const isSafe = (part: string): boolean => part !== '' && part !== '.' && part !== '..' && !/[/\\\0]/.test(part);

/** Returns the path of a file in a folder whose path is an end of `parts`, the longest first. */
async function foundIn(folder: string, parts: readonly string[]): Promise<string | undefined> {
  for (let start = 0; start < parts.length; start += 1) {
    const path = await realpath(join(folder, ...parts.slice(start))).catch(() => undefined);
    // A symbolic link could lead to any file of this machine.
    if (path === undefined || !path.startsWith(`${await realpath(folder)}${sep}`)) continue;
    if ((await stat(path)).isFile()) return path;
  }
  return undefined;
}

/** Returns the source of the pictures of imported contents: a folder, and hosts whose addresses obey `addressRules`. */
export function pictureSource({
  localFiles,
  maxBytes,
  folder,
  timeoutMs = 30_000,
  ...rules
}: PictureSourceOptions): PictureSource {
  const { addressesOf } = addressRules(rules);

  const fetched = async (address: string): Promise<Buffer> => {
    const signal = AbortSignal.timeout(timeoutMs);
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const addresses = await untilCancelled(addressesOf(url.href), signal);
      const headers = { 'User-Agent': 'Portcullis', 'Accept-Encoding': 'identity' };
      const received = await exchange({
        method: 'GET',
        url,
        headers,
        addresses,
        signal,
        ca: undefined,
        maxBytes: maxBytes + 1,
      });
      const target = redirectOf(received);
      if (target === undefined) return bodyOf(received);
      url = new URL(target, url);
    }
    throw new PictureUnavailable('There are too many redirects.');
  };

  const bytesOf = async (address: string, path: string | undefined): Promise<AsyncIterable<Uint8Array>> => {
    if (path !== undefined) return createReadStream(path);
    if (!/^https?:/i.test(address)) throw new PictureUnavailable('The address is not that of a host.');
    try {
      const body = await fetched(address);
      return (async function* whole() {
        yield body;
      })();
    } catch (error) {
      if (error instanceof PictureUnavailable) throw error;
      throw new PictureUnavailable(sentenceOf(error));
    }
  };

  return {
    receive: async (address, target) => {
      const parts = partsOf(address);
      const path = folder === undefined ? undefined : await foundIn(folder, parts);
      const saved = await localFiles.save(target, await bytesOf(address, path));
      const { size: bytes } = await stat(saved);
      if (bytes > maxBytes) throw new PictureUnavailable(`The file is larger than ${maxBytes} bytes.`);
      const sha256 = await localFiles.checksum(createReadStream(saved));
      return { path: saved, name: parts.at(-1) ?? '', bytes, sha256 };
    },
  };
}

const redirectOf = ({ status, headers }: Received): string | undefined =>
  [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;

function bodyOf({ status, body }: Received): Buffer {
  if (status !== 200) throw new PictureUnavailable(`The host answered ${status}.`);
  return body;
}
