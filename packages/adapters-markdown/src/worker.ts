import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { createConverter } from './convert.ts';
import type { Settings } from './options.ts';
import { parcelOf, unpack, type Task } from './wire.ts';

const { blockMs, documentMs, ...options }: Settings = workerData;
const convert = createConverter(options);

/** The task of a worker thread: renders one document and hands its HTML over. */
export default function render({ source, highlight }: Task): ReturnType<typeof move> {
  const limits = highlight ? { blockMs, documentMs, givesUp: false } : undefined;
  const parcel = parcelOf(convert(unpack(source), limits));
  return move({ [transferableSymbol]: parcel.html.bytes.buffer, [valueSymbol]: parcel });
}
