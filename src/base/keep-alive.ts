// The longest a Node timer can be; it only has to exist.
const LONGEST_MS = 2 ** 31 - 1;

/** Keeps the process from ending for lack of work, until the returned function is called. */
export function keepProcessAlive(): () => void {
  const timer = setInterval(() => undefined, LONGEST_MS);
  return () => {
    clearInterval(timer);
  };
}
