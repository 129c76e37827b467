/**
 * A deliberate bug: a piece of source text, and what takes its place. The piece must stand in its file exactly once, so
 * that a mutant which the code has outgrown fails loudly instead of passing for one that is found.
 *
 * @typedef {{ name: string, bug: string, file: string, find: string, replace: string }} Mutant
 */

/** @type {readonly Mutant[]} */
export const MUTANTS = [
  {
    name: 'skipped-tombstone',
    bug: 'A list that lacks a cached object says nothing about it to the handlers.',
    file: 'src/informer/apply.ts',
    find: 'if (!replacement.has(record)) gone.push(deleted(record, true));',
    replace: '',
  },
  {
    name: 'lost-delete-in-replace',
    bug: 'A list never takes an object out of the cache.',
    file: 'src/informer/apply.ts',
    find: 'for (const key of keep) {',
    replace: 'for (const key of store.keys()) replacement.keep(key);\n    for (const key of keep) {',
  },
  {
    name: 'version-from-synthetic-added',
    bug: 'The resourceVersion to watch from is taken from the objects of a WatchList, which come in no order.',
    file: 'src/reflector/stream-effect.ts',
    find: "if (event.type === 'ADDED') this.#objects++;",
    replace:
      "if (event.type === 'ADDED') this.end = { resourceVersion: event.record.resourceVersion, objects: ++this.#objects };",
  },
  {
    name: 'swapped-pair',
    bug: 'Two changes of one object that wait in a row are handed out in the wrong order.',
    file: 'src/informer/backlog.ts',
    find: 'const slot = { change };\n    this.#slots.push(slot);',
    replace:
      'const slot: Slot<T> = { change };\n' +
      '    const before = [...this.#slots].at(-1);\n' +
      '    this.#slots.push(slot);\n' +
      '    if (before?.change !== undefined && before.change.record.key === change.record.key) {\n' +
      '      [before.change, slot.change] = [slot.change, before.change];\n' +
      '    }',
  },
  {
    name: 'lost-late-join',
    bug: 'A handler that joins late is not shown the cache.',
    file: 'src/informer/shared-informer.ts',
    find: 'this.#processor.register(listener, replayOf(this.#indexer.listRecords()));',
    replace: 'this.#processor.register(listener, replayOf([]));',
  },
  {
    name: 'repeated-late-join',
    bug: 'A handler that joins while a list is handed out gets what is in the cache a second time.',
    file: 'src/informer/cache-writer.ts',
    find: 'await this.#processor.distributeAll(changes, recipients);',
    replace:
      'await new Promise((resolve) => setImmediate(resolve));\n' +
      '    void recipients;\n' +
      '    await this.#processor.distributeAll(changes, this.#processor.listeners);',
  },
  {
    name: 'uid-ignored',
    bug: 'An object that was deleted and created again is told as an update.',
    file: 'src/informer/apply.ts',
    find: 'return sameObject(old, record) ? [updated(old, record)] : [deleted(old, true), added(record, isInInitialList)];',
    replace: 'void isInInitialList;\n  return [updated(old, record)];',
  },
  {
    name: 'unchanged-notified',
    bug: 'Every object of a relist is told as an update, changed or not.',
    file: 'src/informer/apply.ts',
    find: 'else if (!sameVersion(old, record)) {',
    replace: 'else if (sameVersion(old, record)) present.push(updated(old, record)); else {',
  },
  {
    name: 'late-event-applied',
    bug: 'An event that comes twice, the second time late, overwrites what is newer.',
    file: 'src/informer/apply.ts',
    find: 'if (sameVersion(current, record) || (!isListed && isOlder(record, current))) return [];',
    replace: '',
  },
  {
    name: 'delete-before-write',
    bug: 'A deletion is told, but the object stays in the cache.',
    file: 'src/informer/apply.ts',
    find: 'store.delete(record ?? delta.key);',
    replace: '',
  },
  {
    name: 'unseen-delete-told',
    bug: 'The deletion of an object that nobody was shown is told.',
    file: 'src/informer/apply.ts',
    find: 'if (current === undefined) return [];',
    replace: 'if (current === undefined) return record === undefined ? [] : [deleted(record, false)];',
  },
  {
    name: 'merged-delete',
    bug: 'A handler that is behind loses the deletion of an object it was shown.',
    file: 'src/informer/backlog.ts',
    find: "else if (change.type === 'delete' && before.type === 'update') {",
    replace: "else if (change.type === 'delete' && before.type === 'update' && change.record.uid === '') {",
  },
  {
    name: 'merged-old-state',
    bug: 'A handler that is behind gets an update whose old state it was never shown.',
    file: 'src/informer/backlog.ts',
    find: 'return updated(before.old ?? before.record, update.record);',
    replace: 'return update;',
  },
  {
    name: 'expired-watched-again',
    bug: 'A watch whose history is gone is opened again where the server stands now, skipping what was missed.',
    file: 'src/reflector/watch-effect.ts',
    find: 'failure = classifyFailure(error);\n  }\n  open.close();',
    replace:
      'failure = classifyFailure(error);\n' +
      "    if (failure.kind === 'expired') failure = { kind: 'transient', error };\n" +
      '    progress.replaced(String(Number(progress.position) + 50));\n' +
      '  }\n' +
      '  open.close();',
  },
  {
    name: 'restored-list-ignored',
    bug: 'A list from a server that was restored from a backup is not told where its objects are older than ours.',
    file: 'src/informer/apply.ts',
    find: 'else if (!sameVersion(old, record)) {',
    replace: 'else if (!sameVersion(old, record) && !isOlder(record, old)) {',
  },
  {
    name: 'bookmark-skips',
    bug: 'A bookmark takes us one change further than it says.',
    file: 'src/reflector/progress.ts',
    find: 'if (order === undefined || order > 0) this.#position = resourceVersion;',
    replace: 'if (order === undefined || order > 0) this.#position = String(Number(resourceVersion) + 1);',
  },
  {
    name: 'page-dropped',
    bug: 'A list keeps only what its first page says.',
    file: 'src/reflector/list-effect.ts',
    find: 'session.set(checkObject(item, context.expected));',
    replace: 'if (pages <= 1) session.set(checkObject(item, context.expected));',
  },
  {
    name: 'index-forgotten',
    bug: 'An object that is new to the cache is in no index.',
    file: 'src/store/generation.ts',
    find: 'this.#move(added, undefined, values);',
    replace: '',
  },
];
