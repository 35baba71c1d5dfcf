import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { ToleranceTable } from './agreement-tables.tsx'

const row = (clientCode: string) => ({
  toleranceID: clientCode || 'all',
  carrierCode: 'EV',
  clientCode,
  row: { money: '0.05', percent: null },
  charge: { money: null, percent: '1.5' },
  invoice: '10.00',
  version: 1,
  changedAt: '2026-11-09T12:00:00Z',
  changedBy: 'ann',
})

test.each([
  ['GBP', ['£0.05', '1.5%', '£10.00'], ['£0.05', '1.5%', '£10.00']],
  ['EUR', ['€0.05', '1.5%', '€10.00'], ['0.05', '1.5%', '10.00']],
])('tolerances of a client in %s, and of all clients', async (currency, own, all) => {
  await openScreen('/tolerances', { clients: ['ACME', 'HEUR'], client: 'ACME', currencies: { HEUR: currency } }, () => (
    <ToleranceTable rows={[row('HEUR'), row('')]} onOpen={() => undefined} />
  ))
  const [, ofClient, ofAll] = await screen.findAllByRole('row')
  const textsOf = (of: HTMLElement | undefined) =>
    of &&
    within(of)
      .getAllByRole('cell')
      .slice(1, 4)
      .map(({ textContent }) => textContent)
  expect(textsOf(ofClient)).toEqual(own)
  expect(textsOf(ofAll)).toEqual(all)
})
