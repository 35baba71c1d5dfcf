import { describe, expect, test } from 'vitest'
import { COUSINS } from '../../../testing/cousin-files.ts'
import { firstOf, known, numbered, readAll, recognition } from '../../../testing/invoice-files.ts'
import { checkLayout } from '../check-layout.ts'
import { guessLayout } from './guess-layout.ts'
import type { Layout } from '../layout.ts'

const counts = { columns: 0, right: 0 }

describe.each(COUSINS)('an unknown file of $carrier', ({ carrier, header, rows, means }) => {
  const file = numbered([header, ...rows])
  const guess = guessLayout(firstOf(file), { headerRow: 0, carrier })

  test('fits no built-in layout', () => {
    expect(recognition(file).isKnown).toBe(false)
  })

  test('has its columns guessed', () => {
    const told = guess.columns.map(({ field, category }) => (field === 'charge' ? `charge ${category}` : (field ?? '')))
    counts.columns += means.length
    counts.right += told.filter((one, place) => one === means[place]).length
    expect(told.map((one, place) => `${header[place]}: ${one}`)).toEqual(
      means.map((one, place) => `${header[place]}: ${one}`),
    )
  })

  test('can be imported by the guess, and its amounts add up', () => {
    expect(checkLayout(guess.layout)).toEqual([])
    const saved = JSON.parse(JSON.stringify(guess.layout)) as Layout
    const { details, invoices, refused } = readAll(file, { file: known(file, [saved]) })
    expect(refused).toEqual([])
    expect(details).toHaveLength(2)
    expect(details[0]?.detail.references).toEqual(['AC-104512'])
    expect(invoices[0]?.proof.ownTotals).toMatchObject({ wrong: 0 })
  })
})

test('nearly every column is guessed correctly', () => {
  process.stdout.write(`Columns guessed right: ${counts.right} / ${counts.columns}\n`)
  expect(counts.right / counts.columns).toBeGreaterThan(0.98)
})
