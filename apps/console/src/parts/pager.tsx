import { pageSizes, setQuery } from '../routing/list-state.ts';
import { commonMessages } from './messages.ts';
import { Button } from './button.tsx';

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

/** Shows the buttons for the next and the previous page of a list. The page number and the page size are in the URL. */
export function Pager({ page, pageSize, total }: PagerProps) {
  const text = commonMessages();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav class="pager" aria-label={text.pages}>
      <span>{text.found(total)}</span>
      <label>
        {text.pageSize}{' '}
        <select value={String(pageSize)} onChange={(event) => setQuery({ pageSize: event.currentTarget.value })}>
          {pageSizes.map((size) => (
            <option key={size} value={String(size)}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <span class="pager-steps">
        <Button isDisabled={page <= 1} onClick={() => setQuery({ page: String(Math.min(page - 1, pages)) })}>
          {text.previous}
        </Button>
        <span>{text.page(page, pages)}</span>
        <Button isDisabled={page >= pages} onClick={() => setQuery({ page: String(page + 1) })}>
          {text.next}
        </Button>
      </span>
    </nav>
  );
}
