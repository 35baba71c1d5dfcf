import { describe, expect, test } from 'vitest'
import { correctPosting } from './correct-posting.ts'
import { type InvoiceToPost, makePosting } from './make-posting.ts'

const INVOICE: InvoiceToPost = {
  currency: 'GBP',
  costs: [{ client: 'ACME', category: 'base', taxCode: 'Taxed', net: 100_000 }],
  taxes: [{ client: 'ACME', tax: 20_000 }],
  claims: [],
  settled: [],
  accrued: [{ client: 'ACME', cost: 90_000 }],
}
const claim = { client: 'ACME', category: 'base', payable: 'billed less disputed', amount: 30_050 } as const
const short = (lines: ReturnType<typeof makePosting>) =>
  lines.map(({ account, debit, credit }) => `${account} ${(debit - credit) / 100}`)

describe('a correction', () => {
  test('turns a refused claim into cost that is no longer withheld; the accrual stays', () => {
    const posted = makePosting({ ...INVOICE, claims: [claim] })
    expect(short(correctPosting(posted, makePosting({ ...INVOICE, accrued: [] })))).toEqual([
      'Carriage 300',
      'Carriers payable -301',
      'Disputed with carriers -300',
      'Withheld from carriers 301',
    ])
  })
  test('without a change posts nothing', () => {
    expect(correctPosting(makePosting(INVOICE), makePosting(INVOICE))).toEqual([])
  })
  test('restores a claim that is made again to the penny', () => {
    const first = makePosting({ ...INVOICE, claims: [claim] })
    const refused = correctPosting(first, makePosting(INVOICE))
    const again = correctPosting([...first, ...refused], first)
    const back = refused.map((line) => ({ ...line, debit: line.credit, credit: line.debit }))
    expect(short(again).toSorted()).toEqual(short(back).toSorted())
    for (const lines of [refused, again])
      expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0)
  })
})
