import { expect, test } from 'vitest'
import { accountCode, type LedgerAccount } from './ledger-accounts.ts'
import type { PostingLine } from './make-posting.ts'

const set = (
  account: LedgerAccount['account'],
  code: string,
  client = '',
  category: LedgerAccount['category'] = '',
) => ({
  account,
  code,
  client,
  category,
})
const SET: LedgerAccount[] = [
  set('Carriage', '5000'),
  set('Carriage', '5010', '', 'fuel'),
  set('Carriage', '5100', 'ACME'),
  set('Carriage', '5110', 'ACME', 'fuel'),
  set('Carriage', '5190', '', 'accrual'),
  set('Carriers payable', '2100'),
]

test.each([
  ['client and charge', 'Carriage', 'ACME', 'fuel', '5110'],
  ['client before charge', 'Carriage', 'ACME', 'accrual', '5100'],
  ['client', 'Carriage', 'ACME', 'base', '5100'],
  ['charge', 'Carriage', 'BIRCH', 'fuel', '5010'],
  ['the reversed accrual', 'Carriage', 'BIRCH', 'accrual', '5190'],
  ['the account', 'Carriage', 'BIRCH', 'base', '5000'],
  ['the account without a client', 'Carriage', '', 'other', '5000'],
  ['no client', 'Carriers payable', '', '', '2100'],
  ['none set', 'Input tax', 'ACME', '', ''],
] as const)('the code of a line by %s', (_by, account, client, category, code) => {
  const line: Pick<PostingLine, 'account' | 'client' | 'category'> = { account, client, category }
  expect(accountCode(line, SET)).toBe(code)
  expect(accountCode(line, SET.toReversed())).toBe(code)
})
