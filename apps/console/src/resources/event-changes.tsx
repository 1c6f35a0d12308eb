import type { Schemas } from '@portcullis/client';
import { DifferenceView } from '../parts/difference-view.tsx';
import { fieldName } from '../parts/field-names.ts';
import { commonMessages } from '../parts/messages.ts';
import { timeText } from '../parts/time.tsx';
import { eventMessages } from './event-messages.ts';

const isFingerprint = (value: object): value is { readonly sha256: string; readonly length: number } =>
  'sha256' in value && 'length' in value;

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text);

/** @returns the texts for a recorded value: one text for each entry of a list, and no text if the value is not set. */
function textsOf(field: string, value: unknown, names: ReadonlyMap<string, string>): readonly string[] {
  const common = commonMessages();
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => textsOf(field, entry, names));
  if (typeof value === 'boolean') return [value ? common.yes : common.no];
  if (field === 'status' && typeof value === 'number') return [value === 1 ? common.enabled : common.disabled];
  if (field === 'affected') {
    const kinds: Readonly<Record<string, string>> = eventMessages().affected;
    return Object.entries(value).map(([kind, count]) => `${kinds[kind] ?? kind}: ${count}`);
  }
  if (typeof value === 'object') {
    return isFingerprint(value)
      ? [eventMessages().fingerprint(value.length, value.sha256.slice(0, 8))]
      : [JSON.stringify(value)];
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '') return [`(${common.emptyValue})`];
  return [names.get(text) ?? (isTime(text) ? timeText(text) : text)];
}

interface EventChangesProps {
  readonly event: Schemas['Event'];
  /** The names of the resources to which the changes refer, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** Shows each changed field of an event, with its value before and after the change. */
export function EventChanges({ event, names }: EventChangesProps) {
  const changes = Object.entries(event.changes);
  if (changes.length === 0) return <p class="quiet">{eventMessages().noChanges}</p>;
  const shown = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map(([field, change]) => [fieldName(field), textsOf(field, change[side], names)]));
  return <DifferenceView before={shown('before')} after={shown('after')} />;
}
