import { expect } from 'chai';
import { listQuery, readListState } from '../src/routing/location.ts';

const options = { filters: ['status', 'roleCode'], sorts: ['username', 'createdAt'] } as const;
const read = (query: string) => readListState(new URLSearchParams(query), options);

describe('readListState and listQuery', () => {
  it('returns the first page without filters if the query is empty', () => {
    const state = read('');
    expect(state.filters).to.deep.equal({});
    expect(state.selected.size).to.equal(0);
    expect(listQuery(state)).to.deep.equal({ page: 1, pageSize: 20 });
  });

  it('reads the page, the search, the sorting, the filters and the selection', () => {
    const state = read('page=3&pageSize=50&search=a&sortBy=username&sortOrder=desc&status=1&roleCode=&selected=x,y');
    expect(listQuery(state)).to.deep.equal({
      page: 3,
      pageSize: 50,
      search: 'a',
      sortBy: 'username',
      sortOrder: 'desc',
    });
    expect(state.filters).to.deep.equal({ status: '1' });
    expect([...state.selected]).to.deep.equal(['x', 'y']);
  });

  it('replaces values that the service would reject', () => {
    expect(listQuery(read('page=-1&pageSize=9000&sortBy=password&sortOrder=up'))).to.deep.equal({
      page: 1,
      pageSize: 100,
    });
    expect(listQuery(read('page=x&pageSize=1.5'))).to.deep.equal({ page: 1, pageSize: 20 });
  });
});
