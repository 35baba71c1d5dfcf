import { IMPORT_COLUMNS } from '@despatch/contract/administration/users/user'
import { expect, test } from 'vitest'
import { COLUMN_NOTES, csvTemplate, resultFile } from './add-multiple-users-files.ts'

test('the template has every column in order, with the first six required', async () => {
  expect(COLUMN_NOTES.map(({ column }) => column)).toEqual(IMPORT_COLUMNS)
  expect(COLUMN_NOTES.map(({ isNeeded }) => isNeeded).lastIndexOf(true)).toBe(5)
  expect(await csvTemplate().text()).toBe(
    `username,first_name,last_name,role,client,email,phone_number,power_bi_username,domain_username,active\r\nann.example,Ann,Example,CLERK,ACME,ann@example.com,01632 960001,,,no\r\n`,
  )
})

test('the result has every row with its reasons, and no cell that runs as formula', async () => {
  const file = resultFile(
    [
      { line: 2, username: 'ann', verdict: 'good', cells: ['ann', 'Ann'], reasons: [] },
      {
        line: 3,
        username: '=cmd()',
        verdict: 'refused',
        cells: ['=cmd()', 'Bo, Jo'],
        reasons: [
          { column: '', reason: 'This row has 1 cell', value: '' },
          { column: 'role', reason: 'Choose a role', value: '' },
        ],
      },
    ],
    'added',
  )
  expect(await file.text()).toBe(
    `line,verdict,reasons,${IMPORT_COLUMNS.join(',')}\r\n2,added,,ann,Ann\r\n3,refused,"This row has 1 cell; role: Choose a role",'=cmd(),"Bo, Jo"\r\n`,
  )
})
