import type { Client, Schemas } from '@portcullis/client';
import { signal, type ReadonlySignal } from '@preact/signals';

/** A file as the service returns it. */
export type Media = Schemas['Media'];

/** A file that is being uploaded, or that was uploaded or refused. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed' | 'stored';
  /** How much has been sent, from 0 to 1. */
  readonly sent: number;
  /** Why the upload has failed; undefined if the person has cancelled it. */
  readonly error: unknown;
  /** The stored file. */
  readonly media: Media | undefined;
}

export interface Uploads {
  readonly list: ReadonlySignal<readonly Upload[]>;
  /** Starts to upload files. @returns the uploads, in the order of the files */
  readonly add: (files: readonly File[]) => readonly Upload[];
  /** Stops an upload. It stays in the list, so that the person can try again. */
  readonly cancel: (id: number) => void;
  readonly retry: (id: number) => void;
  /** Removes an upload from the list, and stops it. */
  readonly remove: (id: number) => void;
  readonly removeAll: () => void;
}

interface UploadsOptions {
  readonly send: Client['upload'];
  /** Called when a file has been stored. */
  readonly onStored: (upload: Upload, media: Media) => void;
}

/** The number of files that are sent at the same time. The service processes as many pictures at the same time. */
const atOnce = 2;

let lastId = 0;

export const isRunning = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

/** Creates a list of uploads, which are sent one after another. */
export function createUploads({ send, onStored }: UploadsOptions): Uploads {
  const list = signal<readonly Upload[]>([]);
  const sending = new Map<number, AbortController>();

  const change = (id: number, changes: Partial<Upload>): void => {
    list.value = list.value.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload));
  };

  function sendNext(): void {
    const waiting = list.value.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, atOnce - sending.size)) void run(upload);
  }

  async function run(upload: Upload): Promise<void> {
    const { id, file } = upload;
    const controller = new AbortController();
    const { signal: ended } = controller;
    sending.set(id, controller);
    change(id, { state: 'sending', sent: 0, error: undefined });
    try {
      const onProgress = ({ loaded, total }: { readonly loaded: number; readonly total: number }): void =>
        change(id, { sent: total === 0 ? 0 : loaded / total });
      const media = await send(file, { signal: ended, onProgress });
      change(id, { state: 'stored', sent: 1, media });
      onStored(upload, media);
    } catch (error) {
      change(id, { state: 'failed', error: ended.aborted ? undefined : error });
    } finally {
      sending.delete(id);
      sendNext();
    }
  }

  function cancel(id: number): void {
    sending.get(id)?.abort();
    if (list.value.some((upload) => upload.id === id && upload.state === 'waiting')) {
      change(id, { state: 'failed', error: undefined });
    }
  }

  function remove(id: number): void {
    cancel(id);
    list.value = list.value.filter((upload) => upload.id !== id);
  }

  return {
    list,
    cancel,
    remove,
    add: (files) => {
      const added = files.map((file): Upload => {
        lastId += 1;
        return { id: lastId, file, state: 'waiting', sent: 0, error: undefined, media: undefined };
      });
      list.value = [...list.value, ...added];
      sendNext();
      return added;
    },
    retry: (id) => {
      change(id, { state: 'waiting', sent: 0, error: undefined });
      sendNext();
    },
    removeAll: () => {
      for (const { id } of list.value) remove(id);
    },
  };
}
