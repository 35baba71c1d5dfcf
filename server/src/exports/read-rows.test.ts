import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { readRows } from './read-rows.ts'
import { type Statement, withLiterals } from './statement.ts'

let portal: TestPortal
beforeAll(async () => (portal = await openTestPortal()))
afterAll(() => portal.close())

const HOSTILE = ["it's", '"', '\\', '\\N', '\\t', 'a\tb', 'a\nb\r', '$1', '{"a",null}', 'é😀', '', ' ']

async function read(statement: Statement, columns: readonly string[]) {
  const found: unknown[][] = []
  await portal.database.copying([], async (connection) => {
    for await (const rows of readRows(connection, statement))
      found.push(...rows.map((row) => columns.map((column) => row[column])))
  })
  return found
}

test('rows equal those that pg reads, whatever cells and values hold', async () => {
  const text = `select t.word, t.nr::int as nr, null as nothing, $2::text || '$2' as "a $1", array[t.word] as words, t.nr % 2 = 0 as even,
      '2026-03-29 01:00+00'::timestamptz as at, '2026-03-29'::date as day, 1.50::numeric as amount, t.nr as wide
    from unnest($1::text[]) with ordinality as t (word, nr) where $3::text is null and t.nr < $4 order by t.nr`
  const statement = { text, values: [HOSTILE, "$1 isn't \\ here", null, 100] }
  const columns = ['word', 'nr', 'nothing', 'a $1', 'words', 'even', 'at', 'day', 'amount', 'wide']
  const { rows } = await portal.database.copying([], (connection) =>
    connection.query<Record<string, unknown>>(statement.text, statement.values),
  )
  expect(rows).toHaveLength(HOSTILE.length)
  expect(await read(statement, columns)).toEqual(rows.map((row) => columns.map((column) => row[column])))
})

test('no rows, and more than one batch', async () => {
  const some = (count: number) => ({
    text: 'select n, repeat($2, 100) as t from generate_series(1, $1::int) n',
    values: [count, 'ü'],
  })
  expect(await read(some(0), ['n'])).toEqual([])
  const many = await read(some(5000), ['n', 't'])
  expect(many.map(([n]) => n)).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1))
  expect(new Set(many.map(([, t]) => t))).toEqual(new Set(['ü'.repeat(100)]))
})

test('a reader that stops early ends the connection, and the next one works', async () => {
  const endless = {
    text: 'select n, md5(n::text) as t from generate_series(1, 10000) n, generate_series(1, 10000)',
    values: [],
  }
  await portal.database
    .copying([], async (connection) => {
      for await (const rows of readRows(connection, endless)) if (rows.length > 0) throw new Error('not wanted')
    })
    .catch((error: Error) => expect(error.message).toBe('not wanted'))
  expect(await read({ text: 'select 1 as n', values: [] }, ['n'])).toEqual([[1]])
  // The server process of the database has ended, too.
  await expect
    .poll(() => portal.testDatabase.asOwner("select from pg_stat_activity where query like 'copy (select n, md5%'"), {
      timeout: 10_000,
    })
    .toEqual([])
})

test('a failing statement throws its error', async () => {
  const failing = { text: 'select 1 / (n - 3) as n from generate_series(1, $1::int) n', values: [5] }
  await expect(read(failing, ['n'])).rejects.toThrow('division by zero')
})

test('values are inserted at their placeholders, never within strings and identifiers', () =>
  expect(
    withLiterals({
      text: `select $1, '$1 it''s $2', "$1", $2, $3, $10`,
      values: [1, "a'b", ['x"', null], ...Array<number>(6).fill(0), null],
    }),
  ).toBe(String.raw`select '1', '$1 it''s $2', "$1", 'a''b',  E'{"x\\"",null}', null`))
