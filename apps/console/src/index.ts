/**
 * What the console screens of modules import from `/admin/parts/v1.js` (docs/extending.md). They share Preact, the session
 * and the look with the screens of the console. Nothing is removed or changed here without a new version.
 */
import { declaredOperation, can as mayCall } from './session/session.ts';

export { ifVersion } from '@portcullis/client';
export { Fragment, h } from 'preact';
export { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
export { signal } from '@preact/signals';
export { language } from './language/language.ts';
export { defineMessages, translated } from './language/module-texts.ts';
export { currentLocation, go, hrefOf, setQuery } from './routing/location.ts';
export { attempt, attemptEach, CopyField, CreateButton, Dialog } from './parts/actions.tsx';
export {
  Button,
  Fact,
  Panel,
  ScreenHead,
  StatusTag,
  Time,
  timeText,
  Timestamps,
} from './parts/elements.tsx';
export { DifferenceView } from './parts/differences.tsx';
export { ListView, useList } from './parts/list.tsx';
export { Empty, InvalidInput, LoadBoundary, messageOf, useLoad } from './parts/load.tsx';
export { notify } from './parts/notices.tsx';
export { timeColumn } from './parts/table.tsx';
export { TreeView } from './parts/tree.tsx';
export { confirmFirst } from './parts/notices.tsx';
export { useEditForm } from './forms/edit-form.ts';
export { CheckboxField, CheckboxGroup, SelectField, TextArea, TextField } from './forms/fields.tsx';
export { FormView, useForm } from './forms/form.tsx';
export { changesOf, orNull } from './forms/values.ts';
export { ScreenLink } from './navigation/screens.tsx';
export type { ScreenProps } from './navigation/screens.tsx';
export { EventPages } from './resources/events.tsx';
export { PermissionMatrixView as Matrix } from './screens/roles/permission-matrix-view.tsx';
export { api, profile } from './session/session.ts';

/** Returns whether the person may call an operation of the service or of a module. */
export const can = (operation: string): boolean => mayCall(declaredOperation(operation));
