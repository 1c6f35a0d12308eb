import { listenForChanges } from '@portcullis/front-end-kits/soybean';
import { getServiceBaseURL } from '@/utils/service';
import { localStg } from '@/utils/storage';
import { refreshAccess } from './access';

const isHttpProxy = import.meta.env.DEV && import.meta.env.VITE_HTTP_PROXY === 'Y';
const { baseURL } = getServiceBaseURL(import.meta.env, isHttpProxy);

let stop: (() => void) | null = null;

/**
 * Refreshes the menu whenever the rights of the user change, until the session ends.
 * @param renew sends a request, no matter which, with the request function of the front end, which refreshes an expired
 * token
 */
export function followAccess(renew: () => Promise<unknown>): void {
  stop ??= listenForChanges({
    baseUrl: baseURL,
    accessToken: () => localStg.get('token'),
    renew,
    onChange: refreshAccess,
    onEnd: () => {
      stop = null;
    }
  });
}
