/** HTTP headers by name; a list is one header repeated. */
export type HeaderValues = Readonly<Record<string, string | readonly string[]>>;
