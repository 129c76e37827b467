/** What an object says that it is. */
export interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What the items of a list of that kind are; undefined when it is no list. */
export function itemKind(listKind: string): string | undefined {
  return listKind.endsWith('List') && listKind.length > 4 ? listKind.slice(0, -4) : undefined;
}
