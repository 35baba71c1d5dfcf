import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { ENQUIRY_SCREENS } from '../navigation/addresses.ts'
import { tabs } from '../tabs/window-tabs.ts'
import { RecordActions } from './record-actions.tsx'
import { RecordPage } from './record-page.tsx'
import { RecordSection } from './record-section.tsx'

const cancel = vi.fn<() => void>()
const FACTS = { One: 1, Two: 2, Empty: '', Three: 3, Four: 4, Five: 5, Six: 6, Seven: 7, None: undefined }

function Page() {
  return (
    <RecordPage
      title="Record 1"
      backTo={[ENQUIRY_SCREENS.results, ENQUIRY_SCREENS.search]}
      facts={FACTS}
      actions={
        <RecordActions
          label="Actions"
          primary={{ label: 'Release' }}
          others={[
            { label: 'Cancel…', onAct: cancel, letter: 'c', isDangerous: true },
            undefined,
            { label: 'Suspend…' },
            { label: 'Duplicate…', whyNot: 'You may not.' },
          ]}
        />
      }
    >
      <RecordSection title="Delivery" empty="Nothing yet." />
    </RecordPage>
  )
}

test('six facts are in sight, the others under Details, none without a value', async () => {
  await openScreen('/record', {}, Page)
  const details = (await screen.findByText('Details')).closest('details')
  const terms = [...document.querySelectorAll('dt')]
  expect(terms.filter((term) => !details?.contains(term)).map(({ textContent }) => textContent)).toEqual([
    'One',
    'Two',
    'Three',
    'Four',
    'Five',
    'Six',
  ])
  expect(terms.filter((term) => details?.contains(term)).map(({ textContent }) => textContent)).toEqual(['Seven'])
  expect(screen.getByRole('region', { name: 'Delivery' }).textContent).toBe('DeliveryNothing yet.')
})

test('one action has a button beside the primary; the menu lists dangerous ones last, and letters work', async () => {
  const { user } = await openScreen('/record', {}, Page)
  const acts = within(await screen.findByRole('group', { name: 'Actions' }))
  expect(acts.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
    'Release',
    'Suspend…',
    'More actions',
  ])
  await user.keyboard('c')
  expect(cancel).toHaveBeenCalledOnce()
  await user.click(acts.getByRole('button', { name: 'More actions' }))
  const items = await acts.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Duplicate…You may not.', 'Cancel…'])
  expect(items[0]).toHaveProperty('disabled', true)
})

test('an action runs once at a time, and its error is shown', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const send = vi.fn<() => Promise<void>>(() => promise)
  const Acts = () => <RecordActions label="Actions" primary={{ label: 'Send', onAct: send }} others={[]} />
  const { user } = await openScreen('/record', {}, Acts)
  const button = await screen.findByRole('button', { name: 'Send' })
  await user.dblClick(button)
  expect(send).toHaveBeenCalledOnce()
  reject(new Error('The carrier did not answer.'))
  expect(await screen.findByText('The carrier did not answer.')).toBeDefined()
  await user.click(button)
  expect(send).toHaveBeenCalledTimes(2)
})

test('the link back goes to the open list with its filters, else to the last', async () => {
  await openScreen('/record', {}, Page)
  const back = await screen.findByRole('link', { name: 'Order & Returns Enquiry' })
  expect(back.getAttribute('href')).toBe(ENQUIRY_SCREENS.search)
  tabs.open(
    { id: ENQUIRY_SCREENS.results, title: 'Search Results', link: `${ENQUIRY_SCREENS.results}?orderRef=W2` },
    false,
  )
  const list = await screen.findByRole('link', { name: 'Search Results' })
  expect(list.getAttribute('href')).toBe(`${ENQUIRY_SCREENS.results}?orderRef=W2`)
  tabs.removeById(ENQUIRY_SCREENS.results)
})
