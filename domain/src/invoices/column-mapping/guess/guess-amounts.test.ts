import { expect, test } from 'vitest'
import { firstOf, numbered } from '../../../testing/invoice-files.ts'
import { guessLayout } from './guess-layout.ts'

const guessOf = (text: string, headerRow: number | null) => {
  const rows = firstOf(numbered(text.split('\n').map((line) => line.split(';'))))
  return guessLayout(rows, { headerRow, carrier: 'Somebody' })
}
const fieldsOf = ({ columns }: ReturnType<typeof guessLayout>) => columns.map(({ field }) => field)

test("without a header, the days, the parcel's number and the only amount are guessed", () => {
  const guess = guessOf(
    `77031;2026-11-24;15507209466611;2026-11-23;Two Day;12.884;5.16
77031;2026-11-24;15506651910401;2026-11-22;Two Day;7.77;5.16
77031;2026-11-24;15501099566166;2026-11-23;Two Day;9.754;5.68`,
    null,
  )
  expect(fieldsOf(guess)).toEqual([null, 'invoiceDay', 'trackingNumber', 'shipmentDay', null, null, 'rowNet'])
  expect(guess.layout.charges).toMatchObject([{ column: { position: 7 }, category: 'base' }])
})

test("of two days that are the same in all rows, the later is the invoice's", () => {
  const guess = guessOf(
    `15507209466611;23.11.2026;24.11.2026
15506651910401;23.11.2026;24.11.2026`,
    null,
  )
  expect(fieldsOf(guess)).toEqual(['trackingNumber', 'shipmentDay', 'invoiceDay'])
})

test('two columns that may be the amount are left to the user', () => {
  const guess = guessOf(
    `15507209466611;5.16;1.03
15506651910401;5.16;1.03
15501099566166;5.68;1.14`,
    null,
  )
  expect(fieldsOf(guess)).toEqual(['trackingNumber', null, null])
})

test('without a telling name, a charge with most of the amount is the base', () => {
  const { layout } = guessOf(
    `N° de facture;N° de colis;Montant colis HT;Surcharge carburant;Montant HT
F-1;15507209466611;10,00;0,50;10,50
F-1;15506651910401;8,00;0,40;8,40`,
    0,
  )
  expect(layout.charges?.map(({ text, category }) => [text, category])).toEqual([
    ['Montant colis HT', 'base'],
    ['Surcharge carburant', 'fuel'],
  ])
})

test.each(['Frais de port HT', 'Affranchissement', 'Versandkosten', 'Verzendkosten', 'Gastos de envío', 'Trasporto'])(
  '‘%s’ is the base',
  (name) => {
    const { layout } = guessOf(`Tracking;${name};Fuel surcharge\n15507209466611;5,00;6,00\n15506651910401;5,00;6,00`, 0)
    expect(layout.charges?.map(({ category }) => category)).toEqual(['base', 'fuel'])
  },
)
