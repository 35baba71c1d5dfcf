import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

test('a file of many invoices names 100 and counts all, beside those of other files', async () => {
  await of.order('ZED', 'OSP600001', ['OSP600001X1', 'OSP600001X2'])
  const first = await of.bill('L-1', [{ tracking: 'OSP600001X1', base: 3.26 }])
  await of.portal.testDatabase.asOwner(
    `insert into invoices (file_id, carrier, carrier_name, account, invoice_number, invoice_day, currency, proof, proof_details)
     select file_id, carrier, carrier_name, account, 'L-1-' || n, invoice_day, currency, proof, proof_details
     from invoices, generate_series(1, 1100) n where invoice_id = $1`,
    [first],
  )
  const second = await of.bill('L-2', [{ tracking: 'OSP600001X2', base: 2 }])
  const { imports } = (await of.portal.call(invoices.imports, { query: {} }, of.operator)).body
  expect(imports.map((one) => [one.invoices[0]?.summaryID, one.invoices.length, one.invoiceCount])).toEqual([
    [second, 1, 1],
    [first, 100, 1101],
  ])
})
