import { expect, test } from 'vitest'
import { guessLayout } from './guess/guess-layout.ts'
import { labelsAbove } from './labels-above.ts'
import { recognise } from './recognise.ts'

const ROWS = [
  ['La Poste'],
  ['N° de facture :', 'FC26-1107731'],
  ['Date de facture :', '', '14/11/2026'],
  ['N° de colis', 'Date d’expédition', 'Tarif de base HT', 'Surtaxe carburant HT'],
  ['6A10000000019', '03/11/2026', '7,02', '0,80'],
].map((cells, index) => ({ line: index + 1, cells }))

test('labels above the header with a value after them are read without their colon', () => {
  expect(labelsAbove(ROWS, 3)).toEqual([
    { label: 'N° de facture', value: 'FC26-1107731' },
    { label: 'Date de facture', value: '14/11/2026' },
  ])
})

test('a blank before the colon, as in French, does not hide the number', () => {
  const { layout } = guessLayout(ROWS, { headerRow: 3, carrier: 'Colissimo' })
  expect(layout.preamble).toEqual([
    { label: 'N° de facture', field: 'invoiceNumber' },
    { label: 'Date de facture', field: 'invoiceDay' },
  ])
  const known = recognise(ROWS, [layout])
  expect(known).toMatchObject({ isKnown: true, file: { preamble: { invoiceNumber: { text: 'FC26-1107731' } } } })
})
