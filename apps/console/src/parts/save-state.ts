import { signal } from '@preact/signals';

/** Whether the service responded to the last request of this tab. */
export const isConnected = signal(true);

/** The last save of this tab: whether it is under way, when it succeeded, or that it failed. */
interface Save {
  readonly kind: 'saving' | 'saved' | 'failed';
  readonly at: string;
  /** Identifies the form that was saved, so that a failed save is forgotten when this form is reset or removed. */
  readonly by: object;
}

export const lastSave = signal<Save | undefined>(undefined);

/** Reports a save, which the header of every screen shows. */
export function reportSave(by: object, kind: Save['kind']): void {
  lastSave.value = { kind, at: new Date().toISOString(), by };
}

/** Forgets a save that failed, because what it should have saved was discarded. */
export function forgetSave(by: object): void {
  if (lastSave.peek()?.by === by && lastSave.peek()?.kind === 'failed') lastSave.value = undefined;
}
