import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { createConverter, type ConverterOptions } from './convert.ts';
import { startStopwatch } from './cpu-time.ts';
import type { HighlightBounds } from './highlight.ts';
import { parcelOf, unpack, type Task } from './wire.ts';

/** What the threads of a lane are started with. */
export interface WorkerSettings extends ConverterOptions, HighlightBounds {}

const { sanitize, cacheCharacters, ...bounds }: WorkerSettings = workerData;
const convert = createConverter({ sanitize, cacheCharacters });

/** The job `render`: converts a document and transfers its HTML. */
export function render({ source, meter }: Task): ReturnType<typeof move> {
  const stopwatch = startStopwatch(meter);
  const parcel = parcelOf(convert(unpack(source), { ...bounds, stopwatch }));
  return move({ [transferableSymbol]: parcel.html.bytes.buffer, [valueSymbol]: parcel });
}
