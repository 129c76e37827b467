const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const two = (ms: number, big: number, bigUnit: string, small: number, smallUnit: string): string => {
  const rest = Math.floor((ms % big) / small);
  return `${String(Math.floor(ms / big))}${bigUnit}${rest === 0 ? '' : `${String(rest)}${smallUnit}`}`;
};

/**
 * A duration for people: one unit, or two while the first is small. The steps are Kubernetes' own, which scripts that
 * read `kubectl get` know: 119s, 2m3s, 10m, 3h5m, 8h, 47h, 2d3h, 8d, 2y19d, 8y.
 */
export function humanDuration(ms: number): string {
  if (ms < -1 * SECOND) return '<invalid>';
  if (ms < 0) return '0s';
  if (ms < 2 * MINUTE) return `${String(Math.floor(ms / SECOND))}s`;
  if (ms < 10 * MINUTE) return two(ms, MINUTE, 'm', SECOND, 's');
  if (ms < 3 * HOUR) return `${String(Math.floor(ms / MINUTE))}m`;
  if (ms < 8 * HOUR) return two(ms, HOUR, 'h', MINUTE, 'm');
  if (ms < 2 * DAY) return `${String(Math.floor(ms / HOUR))}h`;
  if (ms < 8 * DAY) return two(ms, DAY, 'd', HOUR, 'h');
  if (ms < 2 * YEAR) return `${String(Math.floor(ms / DAY))}d`;
  if (ms < 8 * YEAR) return two(ms, YEAR, 'y', DAY, 'd');
  return `${String(Math.floor(ms / YEAR))}y`;
}

/** How long ago a time was; `<unknown>` when there is none. */
export function since(time: unknown, now: Date): string {
  if (typeof time !== 'string') return '<unknown>';
  return humanDuration(now.getTime() - Date.parse(time));
}
