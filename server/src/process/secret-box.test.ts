import { expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'

const box = openSecretBox('a secret of more than thirty-two characters')

test.each(['', 'JBSWY3DPEHPK3PXP', 'Zoë 📦', 'x'.repeat(100_000)])('a sealed text opens again', (text) => {
  const sealed = box.seal(text, 'otp:12')
  expect(box.open(sealed, 'otp:12')).toBe(text)
  expect(openSecretBox('a secret of more than thirty-two characters').open(sealed, 'otp:12')).toBe(text)
})

test('it opens only for its purpose, with its key, and unchanged', () => {
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'otp:12')
  expect(box.open(sealed, 'otp:13')).toBeUndefined()
  expect(openSecretBox('another secret of more than thirty-two').open(sealed, 'otp:12')).toBeUndefined()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at)
    expect(box.open(changed, 'otp:12'), `byte ${at}`).toBeUndefined()
    expect(box.open(sealed.subarray(0, at), 'otp:12')).toBeUndefined()
  }
})

test('the same text is sealed differently each time, and is not visible', () => {
  const [one, other] = [box.seal('JBSWY3DPEHPK3PXP', 'otp:12'), box.seal('JBSWY3DPEHPK3PXP', 'otp:12')]
  expect(one.equals(other)).toBe(false)
  expect(one.toString('latin1')).not.toContain('JBSW')
})

test('a fingerprint depends only on text, purpose and key', () => {
  const print = box.fingerprint('7QFM', 'recovery:1')
  expect(box.fingerprint('7QFM', 'recovery:1')).toEqual(print)
  expect(box.fingerprint('7QFN', 'recovery:1')).not.toEqual(print)
  expect(box.fingerprint('7QFM', 'recovery:2')).not.toEqual(print)
  expect(openSecretBox('another secret of more than thirty-two').fingerprint('7QFM', 'recovery:1')).not.toEqual(print)
})
