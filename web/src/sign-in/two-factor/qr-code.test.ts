import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

test('a code has its finder patterns, within four empty modules', () => {
  const { size, path } = qrCode('otpauth://totp/Despatch:ada?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Despatch')
  const dark = new Set(Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`))
  const rows = [0, 1, 2, 3, 4, 5, 6].map((y) =>
    [0, 1, 2, 3, 4, 5, 6].map((x) => (dark.has(`${x + 4} ${y + 4}`) ? '#' : '.')).join(''),
  )
  expect(rows).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'])
  const places = Array.from(dark, (place) => place.split(' ').map(Number)).flat()
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, size - 5])
})
