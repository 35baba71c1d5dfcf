import { expect, test } from 'vitest'
import { book, consignment, method } from '../../../testing/rule-books.ts'
import { compileBook, usedOn } from '../../rule-book/compile-book.ts'
import { allocate } from '../allocate.ts'
import { usageKey } from '../consignment.ts'
import { cheapestFullMethod } from '../passed-over.ts'

const compiled = compileBook(
  book({
    methods: [method('CHEAP', 'EVRI', 300), method('DEAR', 'DHL', 500), method('GONE', 'DPD', 400)],
    carriers: [
      { code: 'EVRI', name: 'Evri', active: 'Y', activeDates: [] },
      { code: 'DHL', name: 'DHL', active: 'Y', activeDates: [] },
      { code: 'DPD', name: 'DPD', active: 'N', activeDates: [] },
    ],
    capacities: [{ carrier: 'EVRI', slots: [1, 1, 1, 1, 1, 1, 1], effectiveFrom: null, effectiveBetween: null }],
  }),
)

test.each([
  ['nobody chose', undefined, 'CHEAP'],
  ['it goes by a choice', 'DEAR', undefined],
  ['its choice has lapsed and allocation chose', 'GONE', 'CHEAP'],
  ['its choice is no method any more', 'NONE', 'CHEAP'],
])('the cheaper method whose carrier was full, where %s', (_title, clientMethodID, expected) => {
  const byHand = clientMethodID === undefined ? undefined : { clientMethodID, overruled: [] }
  const asked = { ...consignment(), byHand }
  const used = usedOn(compiled, new Map([[usageKey('EVRI', asked.despatchDay), 1]]), asked.despatchDay)
  const index = cheapestFullMethod(compiled, allocate(compiled, asked, used), asked)
  expect(compiled.methods[index]?.clientMethodID).toBe(expected)
})
