/**
 * How long `Retry-After` asks to wait from now: a number of seconds, or a date, which is compared with the server's own
 * `Date` header where there is one, since its clock and ours may differ. Undefined when absent or meaningless.
 */
export function parseRetryAfter(
  retryAfter: string | readonly string[] | undefined,
  date: string | readonly string[] | undefined,
  nowMs: number,
): number | undefined {
  const value = first(retryAfter)?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+$/.test(value)) {
    const ms = Number(value) * 1000;
    return Number.isSafeInteger(ms) ? ms : undefined;
  }
  const until = httpDate(value);
  if (until === undefined) return undefined;
  return Math.max(0, until - (httpDate(first(date)) ?? nowMs));
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

// Date.parse takes far more than HTTP dates ('1', 'May'); every form HTTP knows names the day of the week first.
function httpDate(text: string | undefined): number | undefined {
  if (text === undefined || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  // The third form, that of C's asctime, has no zone and means GMT.
  const ms = Date.parse(/GMT$|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}
