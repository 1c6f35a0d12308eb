import { useField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { Button } from '../../parts/elements.tsx';
import { fieldName } from '../../parts/field-names.ts';
import { pictureUrl } from '../../resources/media-view.tsx';
import type { Media } from '../../resources/uploads.ts';
import { focusAt, movedFocus, positionInSquare, type Focus } from './crop-region.ts';
import type { FileValues } from './file-values.ts';

const middle: Focus = { x: 0.5, y: 0.5 };

const percent = (fraction: number): number => Math.round(100 * fraction);

/** Returns the place of a focus in words. */
function focusText(focus: unknown): string {
  const text = texts().media;
  if (typeof focus !== 'object' || focus === null || !('x' in focus) || !('y' in focus)) return text.middle;
  return text.focusAt({ x: percent(Number(focus.x)), y: percent(Number(focus.y)) });
}

interface FocusFieldProps {
  readonly form: Form<FileValues>;
  readonly media: Media;
}

/** The field for the point of a picture that stays visible when it is cropped. It is set by a click or by arrow keys. */
export function FocusField({ form, media }: FocusFieldProps) {
  const text = texts().media;
  const label = fieldName('focus');
  const { id, error, value } = useField(form, 'focus', label, focusText);
  const { width, height } = media;
  const focus = value ?? middle;
  const set = (to: Focus | null): void => form.set({ focus: to });
  const url = pictureUrl(media, 640);
  return (
    <div class="field">
      <span class="field-label" id={id}>
        {label}
      </span>
      <div class="focus-field">
        <div class="focus-frame" dir="ltr">
          <img
            src={url}
            alt={media.alt ?? ''}
            width={width ?? undefined}
            height={height ?? undefined}
            draggable={false}
            onClick={(event) => {
              const { left, top, width: shownWidth, height: shownHeight } = event.currentTarget.getBoundingClientRect();
              set(focusAt((event.clientX - left) / shownWidth, (event.clientY - top) / shownHeight));
            }}
          />
          <button
            type="button"
            class="focus-mark"
            aria-label={`${label}: ${focusText(value)}`}
            aria-describedby={`${id}-hint`}
            style={{ insetInlineStart: `${percent(focus.x)}%`, insetBlockStart: `${percent(focus.y)}%` }}
            onKeyDown={(event) => {
              const moved = movedFocus(focus, event.key, event.shiftKey);
              if (moved === undefined) return;
              event.preventDefault();
              set(moved);
            }}
          />
        </div>
        <figure class="focus-square">
          <img
            src={url}
            alt=""
            style={{ objectPosition: positionInSquare(focus, { width: width ?? 1, height: height ?? 1 }) }}
          />
          <figcaption class="quiet">{text.cropped}</figcaption>
        </figure>
      </div>
      <p class="field-hint" id={`${id}-hint`}>
        {text.focusHint}{' '}
        {value === null ? undefined : (
          <Button kind="link" onClick={() => set(null)}>
            {text.toMiddle}
          </Button>
        )}
      </p>
      <p class="field-error">{error}</p>
    </div>
  );
}
