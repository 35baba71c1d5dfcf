import { MENU } from '@despatch/domain/administration/roles/menu'
import { describe, expect, test } from 'vitest'
import { isTest, type Source, sources } from './sources.ts'

/**
 * Texts that the specification quotes, by its section: titles, messages, statuses and labels that nobody may reword. Where it
 * completes a text with a value ('Order {orderNumber}'), the constant part stands here. Routes, calls and screen titles are
 * compared with its tables in calls-and-screens.test.ts.
 */
const QUOTED: Readonly<Record<string, readonly string[]>> = {
  '2, crash screen': ['OOPS!', 'Something Went Wrong', 'Go back'],
  '2, tabs': ['Order ', 'Delivery Events ', 'Returns Events ', 'Summary Order History', 'No data available for '],
  '2, views': ['customerSelection', 'CarrierRoutingHistory', "'selection'"],
  '3, labels': ['Add All', 'All_client', "despatch: 'Despatch'"],
  '3, values': ['STANDARD', 'NEXT DAY', 'NAMED DAY', 'NAMEDDAY', 'Length', 'Volume', 'NumberOfParcels', 'ParcelWeight'],
  '3, parcel limits': ['ConsignmentWeight', 'MaxValue'],
  '4, sign-in': [
    'Sign-in has been successful!',
    "'Sign-in has been successful'",
    'Two-Factor Auth Enabled Successfully!',
  ],
  '4, order statuses': ["'Cancelled'", "'SUSPENDED'"],
  '4, invoice statuses': ["'Rejected'", "'Imported'"],
  '4, export statuses': ["'NotStarted'", "'Running'", "'Succeeded'", "'Failed'", "'Undefined'"],
  '5, searches': [
    'No delivery exceptions found',
    'No records found for order, email or date range',
    ' does not contain any serial numbers at this time',
  ],
  '5, permission': ['Read Only'],
  '8, failures': [
    'Something went wrong',
    'Failed to generate PDF',
    'Empty PDF received',
    'No Records were found matching your search criteria. Please check your search criteria and try again.',
    'Export report failed. Please try again later. For more information please contact the administrator',
    'Export report failed or status unknown. Please try again later. For more information please contact the administrator',
    'Unable to download the report. For more information please contact the administrator',
    'Oops! Something went wrong. Unable to load the report. Please contact the administrator',
    'Error creating role:',
    'Failed to fetch branch codes',
  ],
  '8, successes': [
    'Data added successfully.',
    'Data updated successfully.',
    'Data deleted successfully.',
    'Password reset successfully! Please login with you new password.!',
    'Client Params Updated',
    'updated successful',
  ],
  '9, constants': ['999999', 'By Weight Matrix', "'None'", "'Parcel'", "'KG'", 'Returns Trend Report.xlsx', "'GB'"],
  '9, Power BI tables': ['dimDate', 'Serve Date', 'Date Code', 'DataRecords', 'WC_date'],
}

/** The menu tree of section 2. */
const GROUPS = [
  'Set Up & Control',
  'Carrier Routing Control',
  'Returns Portal Control',
  'Invoice Reconciliation',
  'Order Management',
  'Reports & Enquiries',
  'Management Reports',
]
const SHOWN = /^(?:web|server|domain|contract)\/src\//

/** A source without its comments, with runs of white space as one space. */
function code({ text, comments }: Source) {
  let kept = ''
  let from = 0
  for (const { start, end } of comments) {
    kept += text.slice(from, start)
    from = end
  }
  return (kept + text.slice(from)).replaceAll(/\s+/g, ' ')
}
const all = sources
  .filter((source) => SHOWN.test(source.path) && !isTest(source))
  .map((source) => code(source))
  .join('\n')

describe('texts that the specification quotes', () => {
  test.each(Object.entries(QUOTED).flatMap(([section, texts]) => texts.map((text) => [section, text] as const)))(
    'section %s: %s',
    (_section, text) => {
      expect(all.includes(text)).toBe(true)
    },
  )
  test('the menu has its groups', () => {
    const titles: readonly string[] = MENU.map(({ title }) => title)
    expect(GROUPS.filter((group) => !titles.includes(group))).toEqual([])
  })
})
