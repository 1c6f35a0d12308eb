import type { Fetch, SendOptions } from './send.ts';

/** The path of the operation that stores files. */
export const uploadPath = '/api/media';

/** How much of an upload has been sent, in bytes. The total includes the texts of the upload. */
export interface UploadProgress {
  readonly loaded: number;
  readonly total: number;
}

/** What is written about a file, and how it is sent. */
export interface UploadOptions {
  /** Describes a picture for people who do not see it. Empty if the picture only decorates. */
  readonly alt?: string;
  readonly title?: string;
  /** Names with slashes between them, such as `press/2026`. */
  readonly folder?: string;
  /**
   * Called while bytes are sent, from the start again if they are sent again. Only browsers report progress: they then
   * send the upload with `XMLHttpRequest`, not with the function `fetch` of the client.
   */
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
}

interface FormOptions extends SendOptions {
  readonly body: FormData;
}

/** Returns the options of the call that uploads a file. */
export function uploadOptions(file: File, { onProgress, signal, ...texts }: UploadOptions = {}): FormOptions {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.append(name, text);
  form.append('file', file);
  return {
    body: form,
    ...(signal !== undefined && { signal }),
    ...(onProgress !== undefined &&
      'XMLHttpRequest' in globalThis && { fetchResponse: fetchWithProgress(form, onProgress) }),
  };
}

/** Returns a function that sends a form with `XMLHttpRequest`, because `fetch` does not report progress. */
const fetchWithProgress =
  (form: FormData, onProgress: (progress: UploadProgress) => void): Fetch =>
  async ({ method, url, headers, signal }) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    // The request separates the parts of the form by a boundary of its own, which it names in this header.
    headers.delete('Content-Type');
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ loaded, total }));
    signal.addEventListener('abort', () => request.abort());
    await new Promise((resolve) => {
      request.addEventListener('loadend', resolve);
      request.send(form);
    });
    signal.throwIfAborted();
    if (request.status === 0) throw new TypeError('There is no response to the upload.');
    return responseOf(request);
  };

function responseOf(request: XMLHttpRequest): Response {
  const { responseText, status, statusText } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const [name = '', ...values] = line.split(': ');
    if (name !== '') headers.append(name, values.join(': '));
  }
  return new Response(responseText, { status, statusText, headers });
}
