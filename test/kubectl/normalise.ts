// What two servers may print differently: what each chooses itself, and how long ago something was.
const RULES: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>'],
  [/(resource ?version"?: *"?)\d+/gi, '$1<version>'],
  [/https?:\/\/127\.0\.0\.1:\d+/g, '<server>'],
  [/\b10\.\d+\.\d+\.\d+\b/g, '<address>'],
  [/:3\d{4}\//g, ':<port>/'],
  [/(nodePort"?: )3\d{4}/g, '$1<port>'],
  [/(NodePort:\s+\S+\s+)3\d{4}/g, '$1<port>'],
  [/\/tmp\/\S*(LIVE|MERGED)-\d+/g, '<$1>'],
  [/\b(\d+(\.\d+)?(ms|[smhd]))+\b(?= ago|\s|$|\))/gm, '<age>'],
  [/<age> ago/g, '<age>'],
  [/<invalid>/g, '<age>'],
  // Columns are as wide as their widest value.
  [/ {2,}/g, '  '],
  [/ +$/gm, ''],
  // A loop of the real server that looks after addresses now and then meets a service before its address is noted.
  [/^.*\bClusterIPNotAllocated\b.*\n/gm, ''],
  [/^Events:\n +Type +Reason +Age +From +Message\n[- ]+\n(?! )/gm, 'Events:  <none>\n'],
];

/** The output of a command in a form that does not depend on the server or the moment. */
export function normaliseOutput(text: string): string {
  return RULES.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
