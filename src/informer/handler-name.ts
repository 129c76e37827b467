/**
 * The first of `handler-1`, `handler-2` … that none of the handlers has. Names of handlers that are gone come again:
 * each name is a series of metrics for as long as the process lives, and loops over `notifications()` come and go.
 */
export function unusedHandlerName(handlers: readonly { readonly name: string }[]): string {
  const taken = new Set(handlers.map(({ name }) => name));
  let number = 1;
  while (taken.has(`handler-${number}`)) number++;
  return `handler-${number}`;
}
