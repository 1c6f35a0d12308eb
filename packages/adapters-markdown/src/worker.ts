import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { cleanHtml } from './clean.ts';
import { createConverter } from './convert.ts';
import { DocumentTooComplex } from './errors.ts';
import type { Settings } from './options.ts';
import { pack, parcelOf, unpack, type CleaningTask, type Refused, type Task } from './wire.ts';

const { blockMs, documentMs, ...options }: Settings = workerData;
const convert = createConverter(options);

/** The task of a worker thread: renders one document and hands its HTML over. */
export default function render({ source, highlight }: Task): ReturnType<typeof move> | Refused {
  const limits = highlight ? { blockMs, documentMs, givesUp: false } : undefined;
  try {
    const parcel = parcelOf(convert(unpack(source), limits));
    return move({ [transferableSymbol]: parcel.html.bytes.buffer, [valueSymbol]: parcel });
  } catch (error) {
    if (error instanceof DocumentTooComplex) return { refusal: error.message };
    throw error;
  }
}

/** The job `clean`: cleans HTML and transfers the result. */
export function clean({ html }: CleaningTask): ReturnType<typeof move> {
  const cleaned = pack(cleanHtml(unpack(html), options.sanitize));
  return move({ [transferableSymbol]: cleaned.bytes.buffer, [valueSymbol]: cleaned });
}
