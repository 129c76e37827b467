/** The number that an option says; ends the program, and says what is wanted, where it is none. */
export function wholeNumber(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  console.error(`--${option} is a whole number, ${String(least)} or more, not ${JSON.stringify(text)}.`);
  process.exit(2);
}
