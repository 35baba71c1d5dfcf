import { contract } from '@despatch/contract/contract'
import { expect, test } from 'vitest'
import { makeUser, PASSWORD } from '../testing/factories.ts'
import { openTestPortal } from '../testing/test-portal.ts'

const CHAIN = '198.51.100.7, 10.2.0.5'

test.each([
  ['a proxy on this machine', undefined, '10.2.0.5'],
  ['it and a balancer before it', ['loopback', '10.2.0.0/16'], '198.51.100.7'],
  ['another machine alone', ['10.9.0.1'], '127.0.0.1'],
])('with %s trusted, only its claim decides the caller’s address', async (_whom, trusted, address) => {
  const portal = await openTestPortal(trusted ? { trustedProxies: trusted } : {})
  try {
    const { username } = await makeUser(portal.testDatabase)
    const body = { username, password: PASSWORD }
    await portal.call(contract.session.signIn, { body }, undefined, { 'x-forwarded-for': CHAIN })
    expect(await portal.testDatabase.asOwner('select address from sessions')).toEqual([{ address }])
  } finally {
    await portal.close()
  }
})
