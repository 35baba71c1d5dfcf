import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ListPage } from '../kit/list/list-page.tsx'
import { notify } from '../kit/notify/notify.ts'
import { openScreen } from '../testing/open-portal.tsx'

const NARROW = 390
const width = (px: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: px === NARROW && query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

const Listed = () => (
  <ListPage title="Orders" foot={<p>1 to 10 of 114</p>}>
    <p>W100</p>
  </ListPage>
)
const placeOf = async (message: string) =>
  (await screen.findByText(message)).closest('[data-position]')?.getAttribute('data-position')

test('on a phone a notification appears at the foot, not over a drawer’s title', async () => {
  width(NARROW)
  await openScreen('/home', {}, Listed)
  notify.success('Order saved')
  expect(await placeOf('Order saved')).toBe('bottom-center')
})

test('on a wide window a notification appears at the top, centred', async () => {
  width(1280)
  await openScreen('/home', {}, Listed)
  notify.success('Order saved')
  expect(await placeOf('Order saved')).toBe('top-center')
})

test('--foot-height is the height of a list’s bar while the list is open', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, window.innerHeight - 88))
  const { go } = await openScreen('/home', {}, Listed)
  const height = () => document.documentElement.style.getPropertyValue('--foot-height')
  await vi.waitUntil(() => height() === '88px')
  await go('/elsewhere')
  await vi.waitUntil(() => height() === '0px')
})
