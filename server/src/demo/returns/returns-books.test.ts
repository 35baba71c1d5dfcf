import { checkReturnsBook, isBreach } from '@despatch/domain/returns/rules/check-returns-book'
import { compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { expect, test } from 'vitest'
import { DEMO_BOOKS } from './returns-books.ts'

const breaches = (book: (typeof DEMO_BOOKS)[number]['book']) =>
  checkReturnsBook(compileReturnsBook(book), { countries: ['GB'] }).filter(isBreach)

test('the books of the demo keep the law, and the one draft does not', () => {
  for (const { book } of DEMO_BOOKS) expect(breaches(book), book.client).toEqual([])
  const drafted = DEMO_BOOKS.flatMap(({ book, drafted: rule }) =>
    rule ? [{ ...book, rules: [rule, ...book.rules] }] : [],
  )
  expect(drafted).toHaveLength(1)
  for (const book of drafted) expect(breaches(book).length).toBeGreaterThan(0)
})
