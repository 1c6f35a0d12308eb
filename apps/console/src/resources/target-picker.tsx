import { useLoad } from '../parts/load.tsx';
import { SearchPicker } from '../parts/search-picker.tsx';
import { findTargets, targetNames } from './targets.ts';

interface TargetPickerProps {
  readonly label: string;
  /** What is found by its name. */
  readonly target: string;
  /** The id of what is chosen, or an empty text. */
  readonly value: string;
  /** The text while nothing is chosen. */
  readonly none: string;
  /** Whether nothing can be chosen again. */
  readonly canClear?: boolean;
  readonly onChoose: (value: string) => void;
}

/** The button that finds by its name what a field of a module refers to. */
export function TargetPicker({ label, target, value, none, canClear = false, onChoose }: TargetPickerProps) {
  const ids = new Set(value === '' ? [] : [value]);
  const names = useLoad((signal) => targetNames([[target, ids]], signal), [target, value]);
  const nothing = { value: '', label: none };
  return (
    <SearchPicker
      label={label}
      chosen={value === '' ? none : (names.data?.get(value) ?? value)}
      find={async (search, signal) => [
        ...(canClear && search === '' ? [nothing] : []),
        ...(await findTargets(target, search, signal)),
      ]}
      onChoose={(choice) => onChoose(choice.value)}
    />
  );
}
