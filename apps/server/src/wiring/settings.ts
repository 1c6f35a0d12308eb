import * as limits from '../config/limits.ts';
import type { Config } from '../config/config.ts';
import { passwordPolicy } from '../config/password-policy.ts';

/** Returns the settings on which use cases and routes depend by name, in addition to the limits. */
export const settingsOf = (config: Config) => ({
  policy: passwordPolicy(config.passwordMinLength),
  registration: config.registration,
  bin: { days: config.contentBin },
  hasMcp: config.mcp === 'on',
  retention: { keep: config.revisionsKeep },
  lifetimes: { idleMs: config.refreshIdleTtlMs, maxMs: config.refreshMaxTtlMs },
  mediaOrigin: config.mediaOrigin ?? '',
  mediaPresets: config.mediaPresets,
  mediaQuota: config.mediaQuota ?? { all: Number.POSITIVE_INFINITY, perUploader: Number.POSITIVE_INFINITY },
  mediaBodyLimits: limits.uploadBodyLimits(config.mediaMaxBytes),
});
