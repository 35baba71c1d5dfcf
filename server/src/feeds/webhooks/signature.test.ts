import { expect, test } from 'vitest'
import { newSecret, signatureHeader } from './signature.ts'

test('the signature matches the published example of Standard Webhooks', () => {
  expect(
    signatureHeader(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    }),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a secret has 32 random bytes', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(32)
})
