/** Statements that lock a table for as long as it has rows to process, and what to write instead. */
const RULES: { when: RegExp; unless?: RegExp; instead: string }[] = [
  {
    when: /^create (?:unique )?index (?!concurrently)/,
    instead: 'create index concurrently, in a file of its own that begins with "-- outside a transaction"',
  },
  { when: /^drop index (?!concurrently)/, instead: 'drop index concurrently, in a file of its own' },
  { when: /^reindex\b/, unless: /concurrently/, instead: 'reindex concurrently, in a file of its own' },
  { when: /^(?:cluster|vacuum full|lock|truncate)\b/, instead: 'leave it out: it shuts everyone out' },
  { when: /\balter (?:column )?\w+ (?:set data )?type\b/, instead: 'a new column, filled in pieces' },
  { when: /\balter (?:column )?\w+ set not null\b/, instead: 'a check not valid, validated in a later file' },
  {
    when: /\badd (?:column )?(?!constraint\b).*\bnot null\b/,
    unless: /\bdefault\b/,
    instead: 'a column with a default',
  },
  {
    when: /\badd (?:column )?.*\bdefault (?:\()?(?:gen_random_uuid|random|clock_timestamp|nextval|uuidv7)\b/,
    instead: 'a column whose default is the same for every row',
  },
  { when: /\badd (?:column )?.*\bgenerated always as\b/, instead: 'a plain column: this one rewrites the table' },
  {
    when: /\badd (?:constraint \w+ )?(?:check|foreign key)\b|\badd (?:column )?.*\b(?:references\b|check \()/,
    unless: /\bnot valid\b/,
    instead: 'a constraint not valid, validated in a later file',
  },
  {
    when: /\badd (?:constraint \w+ )?(?:primary key|unique)\b/,
    unless: /\busing index\b/,
    instead: 'a unique index made concurrently, and the constraint using it',
  },
  { when: /\brename\b/, instead: 'a new name beside the old one: the server before this still uses that' },
  { when: /^(?:update|delete from)\b/, unless: /\bwhere\b/, instead: 'pieces of some thousand rows, from a job' },
]

/** Finds the table of a statement. */
const TABLE =
  /\b(?:on|alter table(?: if exists)?(?: only)?|update|delete from|lock(?: table)?|truncate(?: table)?) (?:only )?(?:public\.)?"?(\w+)/

/**
 * Finds statements of a migration that would lock a table for long, each with what to write instead. Empty if the migration is safe
 * under load. Tables that the migration itself creates do not count.
 */
export function findLongLocks(sql: string): string[] {
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap(
      (text) => /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?(\w+)/.exec(text)?.[1] ?? [],
    ),
  )
  return statements.flatMap((text) => {
    const table = TABLE.exec(text)?.[1]
    if (/^create (?:unlogged )?table\b/.test(text) || (table && made.has(table))) return []
    return RULES.filter(({ when, unless }) => when.test(text) && !unless?.test(text)).map(
      ({ instead }) => `${text.slice(0, 100)}: ${instead}`,
    )
  })
}

/** The statements, one line each, in lower case, without comments and function bodies. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split(';')
    .map((text) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .filter(Boolean)
}
