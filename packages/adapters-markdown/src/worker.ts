import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { cleanHtml } from './clean.ts';
import { createConverter, type WorkerSettings } from './convert.ts';
import { startStopwatch } from './cpu-time.ts';
import { DocumentTooComplex } from './errors.ts';
import {
  toTransferredHtml,
  unpack,
  type TransferredHtml,
  type ConvertedDocument,
  type Refused,
  type Task,
} from './thread-messages.ts';

const { sanitize, cacheCharacters, ...bounds }: WorkerSettings = workerData;
const convert = createConverter({ sanitize, cacheCharacters });

/** The job `render`: converts a document and transfers its HTML. */
export function render({ source, meter, pictures = [] }: Task): Moved | ConvertedDocument | Refused {
  const stopwatch = startStopwatch(meter);
  try {
    const { html, ...outline } = convert(
      unpack(source),
      { ...bounds, stopwatch },
      new Map(pictures.map((picture) => [picture.id, picture])),
    );
    const delivered = toTransferredHtml(html);
    const parcel = { html: delivered, outline };
    return typeof delivered === 'string' ? parcel : moved(delivered, parcel);
  } catch (error) {
    if (error instanceof DocumentTooComplex) return { refusal: error.message };
    throw error;
  }
}

/**
 * The job `clean`: cleans an HTML document by the rules that apply to raw HTML in Markdown (see `cleanHtml`), and
 * transfers the result.
 */
export function clean({ source, meter }: Task): Moved | TransferredHtml {
  startStopwatch(meter);
  const delivered = toTransferredHtml(cleanHtml(unpack(source), sanitize));
  return typeof delivered === 'string' ? delivered : moved(delivered, delivered);
}

type Moved = ReturnType<typeof move>;

/** Returns a result whose bytes are transferred to the other thread and not copied. */
const moved = ({ buffer }: Uint8Array<ArrayBuffer>, result: object): Moved =>
  move({ [transferableSymbol]: buffer, [valueSymbol]: result });
