import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { cleanHtml } from './clean.ts';
import { createConverter, type ConverterOptions } from './convert.ts';
import { startStopwatch } from './cpu-time.ts';
import { DocumentTooComplex } from './errors.ts';
import type { HighlightBounds } from './highlight.ts';
import { pack, parcelOf, unpack, type Refused, type Task } from './wire.ts';

/** The settings that a worker thread receives when it starts. */
export interface WorkerSettings extends ConverterOptions, HighlightBounds {}

const { sanitize, cacheCharacters, ...bounds }: WorkerSettings = workerData;
const convert = createConverter({ sanitize, cacheCharacters });

/** The job `render`: converts a document and transfers its HTML. */
export function render({ source, meter }: Task): ReturnType<typeof move> | Refused {
  const stopwatch = startStopwatch(meter);
  try {
    const parcel = parcelOf(convert(unpack(source), { ...bounds, stopwatch }));
    return move({ [transferableSymbol]: parcel.html.bytes.buffer, [valueSymbol]: parcel });
  } catch (error) {
    if (error instanceof DocumentTooComplex) return { refusal: error.message };
    throw error;
  }
}

/** The job `clean`: sanitises HTML and transfers the result. */
export function clean({ source, meter }: Task): ReturnType<typeof move> {
  startStopwatch(meter);
  const cleaned = pack(cleanHtml(unpack(source), sanitize));
  return move({ [transferableSymbol]: cleaned.bytes.buffer, [valueSymbol]: cleaned });
}
